import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import type { CaptionBox } from '#contract/templates.ts'
import { api } from '../../lib/api.ts'
import { templatePictureUrl } from '../templates/template-queries.ts'

/** What a meme is made from. */
export type StudioSource = { kind: 'template' | 'meme'; id: string } | { kind: 'file'; file: File }

export interface LoadedSource {
  picture: ImageBitmap
  boxes: readonly CaptionBox[]
  /** Captions of other memes of the template, as placeholders. */
  suggestions: readonly string[]
}

/** The studio draws no larger pictures; larger ones are scaled down. */
const SIDE_MAX_PX = 2048
const USUAL_BOXES: readonly CaptionBox[] = [
  { x: 0.05, y: 0.03, width: 0.9, height: 0.2 },
  { x: 0.05, y: 0.77, width: 0.9, height: 0.2 },
]

/** The key of a source's draft. */
export const draftKey = (source: StudioSource) => (source.kind === 'file' ? 'file' : `${source.kind} ${source.id}`)

export class PictureTooLarge extends Error {}

/** Throws ApiError, PictureTooLarge, or DOMException for what is no picture. */
export async function loadSource(source: StudioSource, signal: AbortSignal): Promise<LoadedSource> {
  if (source.kind === 'file') {
    if (source.file.size > PICTURE_MAX_BYTES) throw new PictureTooLarge('more bytes than an upload may have')
    return { picture: await decode(source.file), boxes: USUAL_BOXES, suggestions: [] }
  }
  if (source.kind === 'meme') {
    const { data } = await api('GET /meme/{id}', { params: { id: source.id }, signal })
    return { picture: await fetchPicture(data.image.imageMedium, signal), boxes: USUAL_BOXES, suggestions: [] }
  }
  const [{ data }, picture] = await Promise.all([
    api('GET /template/{id}', { params: { id: source.id }, signal }),
    fetchPicture(templatePictureUrl(source.id), signal),
  ])
  return { picture, boxes: data.captionBoxes, suggestions: data.suggestions }
}

async function fetchPicture(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The picture did not load: ${response.status}`)
  return decode(await response.blob())
}

async function decode(blob: Blob): Promise<ImageBitmap> {
  const whole = await createImageBitmap(blob)
  const scale = SIDE_MAX_PX / Math.max(whole.width, whole.height)
  if (scale >= 1) return whole
  const resizeWidth = Math.max(1, Math.round(whole.width * scale))
  const resizeHeight = Math.max(1, Math.round(whole.height * scale))
  const scaled = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' })
  whole.close()
  return scaled
}
