import {
  type DrawnCaption,
  drawCaption,
  type OutlineFont,
  SHADOW_OPACITY,
  type Size,
} from '#contract/templates/caption-layout.ts'
import type { Caption, CaptionFont } from '#contract/templates/captions.ts'
import type { Output } from '../destinations.ts'
import type { Frame, StudioDocument, StudioMark, StudioSticker } from '../studio-state.ts'
import { isCaption } from '../studio-state.ts'

/** Loaded resources for drawing layers. Those still loading are missing. */
export interface StudioAssets {
  fonts: ReadonlyMap<CaptionFont, readonly OutlineFont[]>
  /** Sticker pictures by URL. */
  stickers: ReadonlyMap<string, ImageBitmap>
  /** Emoji pictures by code; null for an emoji without a picture. */
  emoji: ReadonlyMap<string, HTMLImageElement | null>
}

interface LaidOut {
  drawn: DrawnCaption
  path: Path2D
}

/**
 * Cache size of caption layouts. Captions are painted on every frame of a drag, and one layout takes longer than a frame on a
 * slow phone.
 */
const LAID_OUT_MAX = 64
const laidOut = new Map<string, LaidOut>()

/** Lays out a caption relative to the top left of its box, independent of its position. */
function layOut(caption: Caption, { width, height }: Size, fonts: readonly OutlineFont[] | undefined): LaidOut {
  const unplaced = { ...caption, x: 0, y: 0, rotation: 0 }
  const key = JSON.stringify([unplaced, width, height, fonts !== undefined])
  const known = laidOut.get(key)
  if (known) return known
  const drawn = drawCaption(unplaced, { width, height }, fonts ?? [])
  const made = { drawn, path: new Path2D(drawn.path) }
  laidOut.set(key, made)
  const [oldest] = laidOut.keys()
  if (laidOut.size > LAID_OUT_MAX && oldest !== undefined) laidOut.delete(oldest)
  return made
}

/** Returns the font size of a caption and the distance of its first line from the top of its box, in picture pixels. */
export function measureCaption(
  caption: Caption,
  picture: Size,
  { fonts }: StudioAssets,
): { size: number; top: number } {
  const { size, top } = layOut(caption, picture, fonts.get(caption.font)).drawn
  return { size, top }
}

/** Draws a caption in picture pixels. Pass `rotate` false if the canvas is already rotated. */
export function paintCaption(
  context: CanvasRenderingContext2D,
  caption: Caption,
  picture: Size,
  { fonts, emoji }: StudioAssets,
  { rotate = true } = {},
): void {
  const { drawn, path } = layOut(caption, picture, fonts.get(caption.font))
  const at = { x: caption.x * picture.width, y: caption.y * picture.height }
  context.save()
  if (rotate) turn(context, { x: at.x + drawn.center.x, y: at.y + drawn.center.y }, caption.rotation)
  context.translate(at.x, at.y)
  context.lineJoin = 'round'
  context.lineWidth = drawn.outlineWidth
  if (drawn.shadow > 0) {
    context.save()
    context.translate(drawn.shadow, drawn.shadow)
    context.globalAlpha = SHADOW_OPACITY
    context.fillStyle = '#000'
    context.fill(path)
    context.restore()
  }
  if (drawn.outlineWidth > 0) {
    context.strokeStyle = drawn.outline
    context.stroke(path)
  }
  context.fillStyle = drawn.color
  context.fill(path)
  for (const { code, x, y, side } of drawn.emoji) {
    const image = emoji.get(code)
    if (image) context.drawImage(image, x, y, side, side)
  }
  context.restore()
}

/** Draws a sticker in picture pixels: as large as its box allows, in its own aspect ratio. */
export function paintSticker(
  context: CanvasRenderingContext2D,
  sticker: StudioSticker,
  picture: Size,
  { stickers }: StudioAssets,
  { rotate = true } = {},
): void {
  const image = stickers.get(sticker.src)
  if (!image) return
  const box = { width: sticker.width * picture.width, height: sticker.height * picture.height }
  const center = { x: sticker.x * picture.width + box.width / 2, y: sticker.y * picture.height + box.height / 2 }
  const scale = Math.min(box.width / image.width, box.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  context.save()
  if (rotate) turn(context, center, sticker.rotation)
  context.drawImage(image, center.x - width / 2, center.y - height / 2, width, height)
  context.restore()
}

function turn(context: CanvasRenderingContext2D, center: { x: number; y: number }, degrees: number): void {
  if (degrees === 0) return
  context.translate(center.x, center.y)
  context.rotate((degrees * Math.PI) / 180)
  context.translate(-center.x, -center.y)
}

/** Number of blocks across the picture for blurred areas: few enough that nothing is readable. */
const BLUR_BLOCKS = 28
const blurred = new WeakMap<ImageBitmap, HTMLCanvasElement>()

/** Returns a tiny copy, halved step by step so that every pixel contributes. */
function tinyCopy(picture: ImageBitmap): HTMLCanvasElement {
  const known = blurred.get(picture)
  if (known) return known
  let source: ImageBitmap | HTMLCanvasElement = picture
  let width = picture.width
  for (;;) {
    width = Math.max(BLUR_BLOCKS, Math.ceil(width / 2))
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = Math.max(1, Math.round((width * picture.height) / picture.width))
    canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
    source = canvas
    if (width > BLUR_BLOCKS) continue
    blurred.set(picture, canvas)
    return canvas
  }
}

/** Draws pen and blur brush strokes in picture pixels. */
export function paintMarks(
  context: CanvasRenderingContext2D,
  marks: readonly StudioMark[],
  picture: ImageBitmap,
): void {
  // Blur strokes go below pen strokes, regardless of their order.
  const blurs = marks.filter(({ kind }) => kind === 'blur')
  if (blurs.length > 0) {
    const layer = document.createElement('canvas')
    layer.width = picture.width
    layer.height = picture.height
    const brush = layer.getContext('2d')
    if (brush) {
      for (const mark of blurs) strokeMark(brush, { ...mark, color: '#000' }, picture)
      brush.globalCompositeOperation = 'source-in'
      brush.imageSmoothingQuality = 'high'
      brush.drawImage(tinyCopy(picture), 0, 0, picture.width, picture.height)
      context.drawImage(layer, 0, 0)
    }
  }
  for (const mark of marks) if (mark.kind === 'pen') strokeMark(context, mark, picture)
}

function strokeMark(context: CanvasRenderingContext2D, mark: StudioMark, picture: Size): void {
  const { points } = mark
  context.save()
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.lineWidth = mark.size * picture.width
  context.strokeStyle = mark.color
  context.beginPath()
  context.moveTo((points[0] ?? 0) * picture.width, (points[1] ?? 0) * picture.height)
  for (let at = 0; at < points.length; at += 2)
    context.lineTo((points[at] ?? 0) * picture.width, (points[at + 1] ?? 0) * picture.height)
  context.stroke()
  context.restore()
}

/** Returns the size of the visible crop in picture pixels. */
export const frameSize = (frame: Frame, picture: Size): Size => ({
  width: Math.max(1, Math.round(frame.width * picture.width)),
  height: Math.max(1, Math.round(frame.height * picture.height)),
})

/** Fills the canvas with the blurred picture. */
function paintMargin(context: CanvasRenderingContext2D, picture: ImageBitmap, { width, height }: Size): void {
  const tiny = tinyCopy(picture)
  const scale = Math.max(width / tiny.width, height / tiny.height)
  const [w, h] = [tiny.width * scale, tiny.height * scale]
  context.drawImage(tiny, (width - w) / 2, (height - h) / 2, w, h)
}

const QUALITY = 0.92

/** Renders the finished picture. Throws if the browser cannot encode the format. */
export function exportPicture(
  picture: ImageBitmap,
  { layers, marks, frame }: StudioDocument,
  assets: StudioAssets,
  { format, canvas: size, area }: Output,
): Promise<Blob> {
  const mime = `image/${format}`
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  paintMargin(context, picture, size)
  context.beginPath()
  context.rect(area.x, area.y, area.width, area.height)
  context.clip()
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.translate(area.x, area.y)
  const whole = frameSize(frame, picture)
  context.scale(area.width / whole.width, area.height / whole.height)
  context.translate(-frame.x * picture.width, -frame.y * picture.height)
  context.drawImage(picture, 0, 0)
  paintMarks(context, marks, picture)
  for (const layer of layers) {
    if (isCaption(layer)) paintCaption(context, layer, picture, assets)
    else paintSticker(context, layer, picture, assets)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob?.type === mime ? resolve(blob) : reject(new Error('The picture was not encoded'))),
      mime,
      QUALITY,
    ),
  )
}
