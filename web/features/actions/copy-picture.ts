import type { MemeImage } from '#contract/memes/memes.ts'

/** `unavailable`: the picture did not load. */
export type CopyFailure = 'unsupported' | 'denied' | 'unavailable'

export class CopyError extends Error {
  override name = 'CopyError'
  readonly reason: CopyFailure

  constructor(reason: CopyFailure, cause?: unknown) {
    super(`Picture not copied: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Pixel limit for copying the original. Encoding a larger PNG would take seconds; 1080 px are enough for a chat. */
const ORIGINAL_MAX_PIXELS = 4_200_000

/**
 * Copies the picture to the clipboard as PNG (the first frame of an animation). Throws CopyError.
 * Call it in the click handler before any `await`: Safari and Firefox only accept a ClipboardItem then, with the picture as a
 * promise.
 */
export async function copyPicture(image: MemeImage): Promise<void> {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) throw new CopyError('unsupported')
  let unavailable: unknown
  const png = drawPng(pictureToCopy(image))
  png.catch((error: unknown) => {
    unavailable = error
  })
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
  } catch (error) {
    // Browsers differ in which of the two rejects first: the write or the picture.
    await png.catch(() => undefined)
    throw new CopyError(unavailable ? 'unavailable' : 'denied', unavailable ?? error)
  }
}

export async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard?.writeText) throw new CopyError('unsupported')
  await navigator.clipboard.writeText(text).catch((error: unknown) => {
    throw new CopyError('denied', error)
  })
}

function pictureToCopy({ imageOrigin, imageMedium, width, height }: MemeImage): string {
  return width * height <= ORIGINAL_MAX_PIXELS ? imageOrigin : imageMedium
}

async function drawPng(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const bitmap = await createImageBitmap(await response.blob())
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))), 'image/png')
  })
}
