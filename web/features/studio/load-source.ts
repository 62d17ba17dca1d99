import { PICTURE_MAX_BYTES, PICTURE_MAX_PIXELS_PER_FRAME } from '#contract/limits.ts'
import type { CaptionBox } from '#contract/templates/templates.ts'
import { api, apiBlob } from '../../lib/api.ts'
import { freeBoxes } from './free-boxes.ts'
import { isAnimated } from './is-animated.ts'

/** The picture that a meme is made from. */
export type StudioSource = { kind: 'template' | 'meme'; id: string } | { kind: 'file'; file: File }

export interface LoadedSource {
  picture: ImageBitmap
  /** The places of captions: where the template's memes have them, with the text of the most liked one, or where the meme has none. */
  boxes: readonly CaptionBox[]
  /** For animations: the file, and a URL to show it from. */
  moving?: Blob | undefined
  movingUrl?: string | undefined
  template?: string | undefined
  madeFrom?: string | undefined
}

/** Maximum side of pictures in the studio. Larger ones are scaled down. */
const SIDE_MAX_PX = 2048

/** Returns the key of a source's draft. */
export const draftKey = (source: StudioSource) => (source.kind === 'file' ? 'file' : `${source.kind} ${source.id}`)

/** Identifies an own picture; a copy from storage is another object. */
export const nameOfFile = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

/** Own pictures share one draft, which applies only to the picture that it was drawn on. */
export const isDraftOf = (source: StudioSource, draft: { file?: File | undefined }) =>
  source.kind !== 'file' || (draft.file !== undefined && nameOfFile(draft.file) === nameOfFile(source.file))

/** The picture exceeds the upload limit on bytes or pixels. */
export class PictureTooLarge extends Error {}

/** Loads a source. Throws ApiError, PictureTooLarge, or a DOMException for files that are not pictures. */
export async function loadSource(source: StudioSource, signal: AbortSignal): Promise<LoadedSource> {
  if (source.kind === 'file') {
    if (source.file.size > PICTURE_MAX_BYTES) throw new PictureTooLarge('more bytes than an upload may have')
    return { ...(await loadBlob(source.file)), boxes: freeBoxes([]) }
  }
  if (source.kind === 'meme') {
    const [{ data }, captions] = await Promise.all([
      api('GET /meme/{id}', { params: { id: source.id }, signal }),
      captionsOfMeme(source.id, signal),
    ])
    const { image } = data
    const blob = await fetchBlob(image.animated ? image.imageOrigin : image.imageMedium, signal)
    return { ...(await loadBlob(blob)), boxes: freeBoxes(captions), madeFrom: data._id, template: data.templateId }
  }
  const [{ data }, blob] = await Promise.all([
    api('GET /template/{id}', { params: { id: source.id }, signal }),
    apiBlob('GET /template/{id}/picture', { params: { id: source.id }, signal }),
  ])
  return { picture: await decode(blob), boxes: data.captionBoxes, template: data._id }
}

/** Returns the boxes of the captions that a meme already has; none if they are unknown, since the studio works without. */
async function captionsOfMeme(id: string, signal: AbortSignal): Promise<readonly CaptionBox[]> {
  try {
    return (await api('GET /meme/{id}/caption-boxes', { params: { id }, signal })).data
  } catch {
    return []
  }
}

async function loadBlob(blob: Blob): Promise<Pick<LoadedSource, 'picture' | 'moving' | 'movingUrl'>> {
  const picture = await decode(blob)
  return (await isAnimated(blob)) ? { picture, moving: blob, movingUrl: URL.createObjectURL(blob) } : { picture }
}

export async function fetchBlob(url: string, signal?: AbortSignal): Promise<Blob> {
  const response = await fetch(url, signal ? { signal } : {})
  if (!response.ok) throw new Error(`The picture did not load: ${response.status}`)
  return response.blob()
}

/** Decodes a picture, scaled to at most `sideMaxPx` a side. For animations, decodes the first frame. */
export async function decode(blob: Blob, sideMaxPx = SIDE_MAX_PX): Promise<ImageBitmap> {
  const whole = await createImageBitmap(blob)
  if (whole.width * whole.height > PICTURE_MAX_PIXELS_PER_FRAME) {
    whole.close()
    throw new PictureTooLarge('more pixels than an upload may have')
  }
  const scale = sideMaxPx / Math.max(whole.width, whole.height)
  if (scale >= 1) return whole
  const resizeWidth = Math.max(1, Math.round(whole.width * scale))
  const resizeHeight = Math.max(1, Math.round(whole.height * scale))
  const scaled = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' })
  whole.close()
  return scaled
}

export function release({ picture, movingUrl }: LoadedSource): void {
  picture.close()
  if (movingUrl) URL.revokeObjectURL(movingUrl)
}
