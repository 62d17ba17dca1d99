import { drawCaption, type OutlineFont, type Size } from '#contract/caption-layout.ts'
import type { Caption, CaptionFont } from '#contract/captions.ts'

export type Fonts = ReadonlyMap<CaptionFont, readonly OutlineFont[]>

/** Draws a caption in pixels of the picture; `rotate` is false where the canvas is turned already. */
export function paintCaption(
  context: CanvasRenderingContext2D,
  caption: Caption,
  picture: Size,
  fonts: Fonts,
  { rotate = true } = {},
): void {
  const drawn = drawCaption(caption, picture, fonts.get(caption.font) ?? [])
  const path = new Path2D(drawn.path)
  context.save()
  if (rotate && drawn.rotation !== 0) {
    context.translate(drawn.centre.x, drawn.centre.y)
    context.rotate((drawn.rotation * Math.PI) / 180)
    context.translate(-drawn.centre.x, -drawn.centre.y)
  }
  if (drawn.outlineWidth > 0) {
    context.lineJoin = 'round'
    context.lineWidth = drawn.outlineWidth
    context.strokeStyle = drawn.outline
    context.stroke(path)
  }
  context.fillStyle = drawn.color
  context.fill(path)
  context.restore()
}

const QUALITY = 0.92

/** The finished picture in its full size. Throws where the browser cannot encode the format. */
export function exportPicture(
  picture: ImageBitmap,
  captions: readonly Caption[],
  fonts: Fonts,
  mime: 'image/png' | 'image/jpeg' | 'image/webp',
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0)
  for (const caption of captions) paintCaption(context, caption, picture, fonts)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob?.type === mime ? resolve(blob) : reject(new Error('The picture was not encoded'))),
      mime,
      QUALITY,
    ),
  )
}
