import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import * as pictures from './pictures.ts'
import { prepareBytes } from './prepared-picture.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Returns the stored original of an uploaded picture. */
export async function originalOf(bytes: Buffer): Promise<Buffer> {
  const folder = await temporaryFolder()
  try {
    const { files } = await prepareBytes(bytes, { stagingDir: folder.path })
    return await readFile(files.origin.path)
  } finally {
    await folder.remove()
  }
}

const pixels = (bytes: Buffer) => sharp(bytes, { animated: true }).ensureAlpha().raw({ depth: 'ushort' }).toBuffer()

/** Returns the largest difference in any channel of any pixel (of 65,535). */
export async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = (await Promise.all([pixels(one), pixels(other)])).map(
    (data) => new Uint16Array(data.buffer, data.byteOffset, data.length / 2),
  )
  if (!a || !b || a.length !== b.length) return Number.POSITIVE_INFINITY
  return a.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (b[at] ?? 0))), 0)
}

let made: Promise<Buffer> | undefined
export const photo = (): Promise<Buffer> => {
  made ??= pictures.photoLike('jpeg').then((jpeg) => sharp(jpeg).png().toBuffer())
  return made
}
export const noisy = async () => sharp(await photo())
export const clear = { width: 64, height: 48, channels: 4, background: { r: 250, g: 3, b: 90, alpha: 0.3 } } as const
