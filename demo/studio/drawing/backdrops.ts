import { INK, lighter, mix, type Palette } from './color.ts'
import { createPrng } from './prng.ts'
import { patch, sparkle } from './shapes.ts'
import { el, num, oval, type Point, poly, smooth } from './svg.ts'

/** Abstract backgrounds: rays, dots, sky, hills. All fill w × h from the upper left corner. */

export function fill(w: number, h: number, color: string): string {
  return el('rect', { x: 0, y: 0, width: w, height: h, fill: color, stroke: 'none' })
}

export function sunburst(w: number, h: number, cx: number, cy: number, a: string, b: string, rays = 14): string {
  const far = w + h
  let d = ''
  for (let i = 0; i < rays; i++) {
    const from = (i / rays) * Math.PI * 2
    const to = ((i + 0.5) / rays) * Math.PI * 2
    d += poly([
      [cx, cy],
      [cx + far * Math.cos(from), cy + far * Math.sin(from)],
      [cx + far * Math.cos(to), cy + far * Math.sin(to)],
    ])
  }
  return fill(w, h, a) + patch(d, b)
}

/** Printer's dots that grow towards the bottom: gives flat colour some tooth. */
export function halftone(x: number, y: number, w: number, h: number, color: string, opacity = 0.14, step = 26): string {
  let d = ''
  let row = 0
  for (let cy = y; cy <= y + h; cy += step * 0.5) {
    const r = (step * 0.34 * (cy - y)) / h
    if (r > 0.8) for (let cx = x + (row % 2) * (step / 2); cx <= x + w; cx += step) d += oval(cx, cy, r)
    row++
  }
  return patch(d, color, opacity)
}

export function stripes(w: number, h: number, a: string, b: string, step = 70): string {
  let d = ''
  for (let x = 0; x < w; x += step * 2) d += `M${num(x)} 0h${num(step)}v${num(h)}h${num(-step)}Z`
  return fill(w, h, a) + patch(d, b)
}

export function checks(w: number, h: number, a: string, b: string, step = 80): string {
  let d = ''
  for (let row = 0; row * step < h; row++) {
    for (let x = (row % 2) * step; x < w; x += step * 2)
      d += `M${num(x)} ${num(row * step)}h${num(step)}v${num(step)}h${num(-step)}Z`
  }
  return fill(w, h, a) + patch(d, b)
}

export function cloud(x: number, y: number, size: number, color = '#ffffff'): string {
  const d =
    oval(x, y, size * 0.5, size * 0.2) +
    oval(x - size * 0.2, y - size * 0.13, size * 0.22) +
    oval(x + size * 0.14, y - size * 0.18, size * 0.28)
  return patch(d, color)
}

export function starrySky(w: number, h: number, color: string, seed: string): string {
  const luck = createPrng(seed)
  let dots = ''
  let sparkles = ''
  for (let i = 0; i < 90; i++) dots += oval(luck.range(0, w), luck.range(0, h), luck.range(1.2, 3.6))
  for (let i = 0; i < 8; i++)
    sparkles += sparkle(luck.range(0, w), luck.range(0, h * 0.7), luck.range(10, 22), '#fff6d0')
  return fill(w, h, color) + patch(dots, '#ffffff', 0.7) + sparkles
}

export function moon(x: number, y: number, r: number): string {
  return (
    el('circle', { cx: x, cy: y, r: r * 1.5, fill: '#ffefb0', opacity: '0.14', stroke: 'none' }) +
    el('circle', { cx: x, cy: y, r, fill: '#ffefb0', stroke: INK }) +
    patch(
      oval(x - r * 0.3, y - r * 0.2, r * 0.2) +
        oval(x + r * 0.35, y + r * 0.2, r * 0.14) +
        oval(x - r * 0.1, y + r * 0.5, r * 0.12),
      '#ecd07a',
    )
  )
}

/** Hills one behind the other, paler with distance. */
export function hills(w: number, h: number, palette: Palette, seed: string): string {
  const luck = createPrng(seed)
  let out = ''
  for (let layer = 0; layer < 3; layer++) {
    const base = h * (0.5 + layer * 0.16)
    const points: Point[] = [[-60, h + 40]]
    for (let i = 0; i <= 5; i++) points.push([(w * i) / 5, base + luck.range(-h * 0.1, h * 0.05)])
    points.push([w + 60, h + 40])
    out += patch(smooth(points, true, 0.9), mix(lighter(palette.wall, 0.2), palette.floor, (layer + 1) / 3))
  }
  return out
}

/** Falling rain; phase 0 to 1 is one loop. */
export function rain(w: number, h: number, seed: string, phase = 0, color = '#dff1ff'): string {
  const luck = createPrng(seed)
  let d = ''
  for (let i = 0; i < 90; i++) {
    const x = luck.range(-60, w + 60)
    const y = ((luck.next() + phase * luck.int(1, 2)) % 1) * (h + 160) - 80
    const length = luck.range(34, 64)
    d += `M${num(x - (y / h) * 40)} ${num(y)}l${num(-length * 0.16)} ${num(length)}`
  }
  return el('path', { d, stroke: color, 'stroke-width': 5, opacity: '0.7' })
}

export function confetti(w: number, h: number, seed: string, phase = 0): string {
  const luck = createPrng(seed)
  const colors = ['#f2545b', '#ffd23f', '#5fd38a', '#5b8def', '#ff8fc7']
  let out = ''
  for (let i = 0; i < 54; i++) {
    const x = luck.range(0, w)
    const y = ((luck.next() + phase) % 1) * (h + 60) - 30
    const turn = luck.range(0, 180) + phase * 360
    out += el('rect', {
      x: x - 8,
      y: y - 5,
      width: 17,
      height: 10,
      rx: 2,
      fill: luck.pick(colors),
      stroke: 'none',
      transform: `rotate(${num(turn)} ${num(x)} ${num(y)})`,
    })
  }
  return out
}
