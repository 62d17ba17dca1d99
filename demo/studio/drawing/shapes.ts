import { darker, INK } from './color.ts'
import { hashText } from './prng.ts'
import { el, group, num, type Point, smooth } from './svg.ts'

/** Weight of the outlines in picture pixels. */
export const LINE = 7

let scaleNow = 1

/**
 * Line weight in the coordinates of the figure being drawn. Small figures get lines that are thinner, but not in proportion:
 * all lines of a picture look as if one pen had drawn them.
 */
export function line(weight = 1): number {
  return (LINE * weight) / scaleNow ** 0.65
}

export interface Placing {
  x: number
  y: number
  /** 1 is a figure about 500 units high. */
  scale?: number
  flip?: boolean
  /** Degrees, around the figure's origin. */
  rotate?: number
  /** Vertical squash, for figures that bounce. */
  squash?: number
}

/** Puts a figure, drawn around its own origin, into the picture. Drawing is synchronous, so one current scale is enough. */
export function place(at: Placing, draw: () => string): string {
  const outer = scaleNow
  const scale = at.scale ?? 1
  scaleNow = outer * scale
  try {
    const squash = at.squash ?? 1
    const sx = (at.flip === true ? -scale : scale) * (2 - squash)
    const transform = `translate(${num(at.x)} ${num(at.y)}) rotate(${num(at.rotate ?? 0)}) scale(${sx.toFixed(3)} ${(scale * squash).toFixed(3)})`
    return group({ transform, 'stroke-width': line() }, draw())
  } finally {
    scaleNow = outer
  }
}

/** The root of a drawing: ink for every line, round joins. */
export function inked(...children: string[]): string {
  return group(
    { stroke: INK, 'stroke-width': LINE, 'stroke-linejoin': 'round', 'stroke-linecap': 'round', fill: 'none' },
    ...children,
  )
}

export function clipped(d: string, ...children: string[]): string {
  const id = `c${hashText(d).toString(36)}`
  return el('clipPath', { id }, el('path', { d })) + group({ 'clip-path': `url(#${id})` }, ...children)
}

export interface SolidOptions {
  /** Strength of the shadow side, 0 for none. */
  shade?: number
  /** How far the light comes in from the upper left, in units of the figure. */
  light?: Point
  /** Weight of the outline against the usual one; 0 for none. */
  weight?: number
  /** Marks on the surface: stripes, patches; cut off at the outline. */
  marks?: string
}

/**
 * A flat shape with a bold outline and a crescent of shadow on its lower right: the shape is filled with the shadow's colour,
 * then once more with its own, moved towards the light and cut at the outline.
 */
export function solid(d: string, fill: string, options: SolidOptions = {}): string {
  const { shade = 0.16, light = [-12, -12], weight = 1, marks = '' } = options
  const [dx, dy] = light
  const body =
    shade === 0
      ? el('path', { d, fill, stroke: 'none' }) + (marks === '' ? '' : clipped(d, marks))
      : el('path', { d, fill: darker(fill, shade), stroke: 'none' }) +
        clipped(d, el('path', { d, fill, stroke: 'none', transform: `translate(${num(dx)} ${num(dy)})` }), marks)
  return weight === 0 ? body : body + el('path', { d, 'stroke-width': weight === 1 ? undefined : line(weight) })
}

/** A flat patch without outline. */
export function patch(d: string, fill: string, opacity?: number): string {
  return el('path', { d, fill, stroke: 'none', opacity: opacity === undefined ? undefined : opacity.toFixed(2) })
}

/** A line of ink. */
export function stroke(d: string, color?: string, weight = 1): string {
  return el('path', { d, stroke: color, 'stroke-width': weight === 1 ? undefined : line(weight) })
}

/** An arm, leg, tail or neck: a thick curve with an outline through x, y, x, y, … */
export function limb(coordinates: readonly number[], width: number, fill: string): string {
  const points: Point[] = []
  for (let i = 0; i + 1 < coordinates.length; i += 2) points.push([coordinates[i] ?? 0, coordinates[i + 1] ?? 0])
  const d = smooth(points, false)
  return el('path', { d, 'stroke-width': width + 2 * line() }) + el('path', { d, stroke: fill, 'stroke-width': width })
}

export function sparkle(x: number, y: number, r: number, fill: string): string {
  const k = r * 0.18
  const d = `M${num(x)} ${num(y - r)}Q${num(x + k)} ${num(y - k)} ${num(x + r)} ${num(y)}Q${num(x + k)} ${num(y + k)} ${num(x)} ${num(y + r)}Q${num(x - k)} ${num(y + k)} ${num(x - r)} ${num(y)}Q${num(x - k)} ${num(y - k)} ${num(x)} ${num(y - r)}Z`
  return patch(d, fill)
}

/** A soft shadow under a figure. */
export function groundShadow(x: number, y: number, rx: number, ry = rx * 0.16): string {
  return el('ellipse', { cx: x, cy: y, rx, ry, fill: '#241f31', opacity: '0.18', stroke: 'none' })
}
