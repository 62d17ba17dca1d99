import { INK } from '../drawing/color.ts'
import type { Drawing, PictureFormat } from '../drawing/render.ts'
import { clipped, inked, line } from '../drawing/shapes.ts'
import { type Box, el, num, roundRect, svgDocument } from '../drawing/svg.ts'
import { drawLayout, layoutText, type TextStyle, textBox } from '../drawing/text.ts'

/** A drawn template: the picture stays, the captions change. */
export interface Template {
  /** Fewest and most captions it takes; their meaning is documented at the template. */
  captions: readonly [number, number]
  /** @param seed the meme's slug, for the few templates whose colours vary from meme to meme */
  draw(captions: readonly string[], seed: string): Drawing
}

export const CAPTION: TextStyle = {
  font: 'caption',
  max: 96,
  min: 38,
  fill: '#ffffff',
  stroke: INK,
  outline: 0.2,
  upper: true,
  leading: 1.16,
}

/** @throws Error when a meme has fewer captions than its template needs. */
export function captionAt(captions: readonly string[], index: number): string {
  const caption = captions[index]
  if (caption === undefined) throw new Error(`Caption ${index} is missing`)
  return caption
}

/** Splits `label|value` captions. */
export function fields(caption: string, count: number): string[] {
  const parts = caption.split('|')
  if (parts.length !== count) throw new Error(`Expected ${count} fields in "${caption}"`)
  return parts
}

export function still(width: number, height: number, format: PictureFormat, ...content: string[]): Drawing {
  return { width, height, frames: [svgDocument(width, height, inked(...content))], delay: 0, format }
}

export function animated(
  size: { width: number; height: number; format: 'gif' | 'webp'; frames: number; delay: number },
  frame: (phase: number, index: number) => string,
): Drawing {
  const frames = Array.from({ length: size.frames }, (_, i) =>
    svgDocument(size.width, size.height, inked(frame(i / size.frames, i))),
  )
  return { width: size.width, height: size.height, frames, delay: size.delay, format: size.format }
}

/** White capitals with a dark edge, at the top and at the bottom of the picture. */
export function topAndBottom(width: number, height: number, top: string, bottom: string): string {
  const box = (y: number): Box => ({ x: 36, y, w: width - 72, h: height * 0.23 })
  return (
    textBox(top, box(28), { ...CAPTION, valign: 'top' }) +
    textBox(bottom, box(height - 28 - height * 0.23), { ...CAPTION, valign: 'bottom' })
  )
}

/** Text in a plain band above the picture; the band is as high as its text needs. */
export function headline(width: number, text: string): { height: number; svg: string } {
  const style: TextStyle = { font: 'heavy', max: 58, min: 34, fill: INK, align: 'start', leading: 1.28 }
  const layout = layoutText(text, width - 96, 320, style)
  const height = Math.ceil(layout.height + 84)
  const band = el('rect', { x: 0, y: 0, width, height, fill: '#ffffff', stroke: 'none' })
  return { height, svg: band + drawLayout(layout, { x: 48, y: 0, w: width - 96, h: height }, style) }
}

/** A still picture below a headline. The scene draws from its own upper left corner. */
export function underHeadline(
  text: string,
  width: number,
  height: number,
  format: PictureFormat,
  scene: string,
): Drawing {
  const band = headline(width, text)
  const inner = `<svg x="0" y="${band.height}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${scene}</svg>`
  return still(width, height + band.height, format, inner, band.svg)
}

/** A label for a thing in a picture: white pill, dark type. */
export function label(
  text: string,
  box: Box,
  options: { fill?: string; ink?: string; rotate?: number; max?: number } = {},
): string {
  const style: TextStyle = { font: 'heavy', max: options.max ?? 40, min: 20, fill: options.ink ?? INK, leading: 1.18 }
  const layout = layoutText(text, box.w - 44, box.h - 28, style)
  const w = layout.width + 48
  const h = layout.height + 36
  const x = box.x + (box.w - w) / 2
  const y = box.y + (box.h - h) / 2
  const turn = options.rotate ? `rotate(${options.rotate} ${box.x + box.w / 2} ${box.y + box.h / 2})` : undefined
  const pill = el('rect', {
    x,
    y,
    width: w,
    height: h,
    rx: Math.min(24, h / 2),
    fill: options.fill ?? '#ffffff',
    transform: turn,
  })
  return pill + drawLayout(layout, box, { ...style, rotate: options.rotate ?? 0 })
}

/** A panel: its scene draws from the panel's own corner and is cut off at the frame. */
export function panel(box: Box, scene: string): string {
  const frame = roundRect(0, 0, box.w, box.h, 4)
  return `<g transform="translate(${num(box.x)} ${num(box.y)})">${clipped(frame, scene)}${el('path', { d: frame, 'stroke-width': line(1.2) })}</g>`
}
