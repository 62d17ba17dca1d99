import type { Sharp } from 'sharp'
import { CHANGES, crop } from '#reader/samples/draw.ts'
import { isDuplicate, mirroredCells } from '#server/domains/search/likeness/descriptor/duplicates.ts'
import {
  describeImage,
  likeness,
  mirrored,
  type VisualDescriptor,
} from '#server/domains/search/likeness/descriptor/visual.ts'
import { COPY_LIKENESS_FLOOR } from '#server/domains/search/likeness/queries.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'

export const darken = async (picture: Buffer) =>
  sharp(await sharp(picture).greyscale().toBuffer())
    .linear(0.7, 0)
    .jpeg({ quality: 85 })
    .toBuffer()

export const save = (picture: Sharp) => picture.jpeg({ quality: 85 }).toBuffer()
const cropEachSide = async (picture: Buffer, share: number) => {
  const { width, height } = await sharp(picture).metadata()
  const [left, top] = [Math.round(width * share), Math.round(height * share)]
  return save(sharp(picture).extract({ left, top, width: width - 2 * left, height: height - 2 * top }))
}
const heightOf = async (picture: Buffer) => (await sharp(picture).metadata()).height

/** Changes that people make to a picture to disguise it as new. */
export const COPIES: typeof CHANGES = {
  ...CHANGES,
  'cropped 5 % a side': (picture) => cropEachSide(picture, 0.05),
  'plain white bar': async (picture) =>
    save(sharp(picture).extend({ top: Math.round((await heightOf(picture)) * 0.2), background: '#fff' })),
  'black at the sides': async (picture) => {
    const bar = Math.round((await heightOf(picture)) * 0.2)
    return save(sharp(picture).extend({ left: bar, right: bar, background: '#000' }))
  },
  mirrored: (picture) => save(sharp(picture).flop()),
  darker: (picture) => save(sharp(picture).linear(0.7, 0)),
  'darker, cropped5': async (picture, seed) => save(sharp(await crop(picture, 0.05, seed)).linear(0.7, 0)),
  gray: (picture) => save(sharp(picture).greyscale()),
  'gray and darker': darken,
}

/** `shape` is the picture's width per height. */
export type Described = VisualDescriptor & { shape: number }

/** Returns true if an upload is near enough to a picture to be compared, and the same cell by cell. */
export function isCopy(copy: Described, { vector, blocks, shape }: Described): boolean {
  if (!copy.vector || !vector) return false
  const forms = [
    { vector: copy.vector, blocks: copy.blocks },
    { vector: mirrored(copy.vector), blocks: mirroredCells(copy.blocks) },
  ]
  return forms.some(
    (form) =>
      likeness(form.vector, vector) >= COPY_LIKENESS_FLOOR && isDuplicate(form.blocks, blocks, copy.shape / shape),
  )
}

/** Describes a picture as uploads are compared: by its small version, and the shape of the picture. */
export async function describeSmall(picture: Buffer): Promise<Described> {
  const { width, height } = await sharp(picture).metadata()
  const small = await sharp(picture).resize({ width: 480, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer()
  return { ...(await describeImage(small)), shape: width / height }
}
