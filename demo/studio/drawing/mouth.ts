import { INK } from './color.ts'
import type { MouthKind } from './mood.ts'
import { clipped, stroke } from './shapes.ts'
import { el, num, oval } from './svg.ts'

/** A mouth by itself, for heads that set it on a muzzle. */
export function mouthOf(kind: MouthKind, x: number, y: number, w: number, ink = INK): string {
  const p = (px: number, py: number) => `${num(x + px * w)} ${num(y + py * w)}`
  const open = (d: string, inside: string) =>
    el('path', { d, fill: '#5c1a33', stroke: 'none' }) + clipped(d, inside) + el('path', { d, stroke: ink })
  const tongue = (cy: number) =>
    el('ellipse', { cx: x, cy: y + cy * w, rx: w * 0.55, ry: w * 0.42, fill: '#ff7d8f', stroke: 'none' })
  switch (kind) {
    case 'smile':
      return stroke(`M${p(-0.8, -0.1)}Q${p(0, 0.8)} ${p(0.8, -0.1)}`, ink)
    case 'grin':
      return open(
        `M${p(-0.95, -0.25)}Q${p(0, 0.05)} ${p(0.95, -0.25)}Q${p(0.75, 0.95)} ${p(0, 0.95)}Q${p(-0.75, 0.95)} ${p(-0.95, -0.25)}Z`,
        tongue(0.9),
      )
    case 'flat':
      return stroke(`M${p(-0.65, 0.1)}L${p(0.65, 0.1)}`, ink)
    case 'smirk':
      return stroke(
        `M${p(-0.65, 0.25)}Q${p(0.25, 0.5)} ${p(0.8, -0.25)}M${p(0.62, -0.42)}Q${p(0.92, -0.35)} ${p(0.95, -0.08)}`,
        ink,
      )
    case 'frown':
      return stroke(`M${p(-0.7, 0.4)}Q${p(0, -0.35)} ${p(0.7, 0.4)}`, ink)
    case 'wail':
      return open(
        `M${p(-0.8, 0.75)}Q${p(-0.7, -0.35)} ${p(0, -0.35)}Q${p(0.7, -0.35)} ${p(0.8, 0.75)}Q${p(0, 0.45)} ${p(-0.8, 0.75)}Z`,
        tongue(0.75),
      )
    case 'oh':
      return open(oval(x, y + w * 0.25, w * 0.42, w * 0.58), tongue(0.75))
    case 'wave':
      return stroke(`M${p(-0.8, 0.15)}Q${p(-0.55, -0.25)} ${p(-0.27, 0.12)}T${p(0.27, 0.12)}T${p(0.8, 0.05)}`, ink)
    case 'teeth': {
      const d = `M${p(-0.8, -0.1)}Q${p(0, -0.3)} ${p(0.8, -0.1)}Q${p(0.95, 0.2)} ${p(0.8, 0.5)}Q${p(0, 0.68)} ${p(-0.8, 0.5)}Q${p(-0.95, 0.2)} ${p(-0.8, -0.1)}Z`
      const grid = `M${p(-0.9, 0.2)}H${num(x + 0.9 * w)}M${p(-0.45, -0.3)}V${num(y + 0.7 * w)}M${p(0, -0.3)}V${num(y + 0.7 * w)}M${p(0.45, -0.3)}V${num(y + 0.7 * w)}`
      return (
        el('path', { d, fill: '#fff', stroke: 'none' }) +
        clipped(d, stroke(grid, ink, 0.55)) +
        el('path', { d, stroke: ink })
      )
    }
    case 'tongue':
      return (
        stroke(`M${p(-0.8, -0.1)}Q${p(0, 0.6)} ${p(0.8, -0.1)}`, ink) +
        el('path', {
          d: `M${p(0.05, 0.25)}V${num(y + 0.6 * w)}A${num(w * 0.25)} ${num(w * 0.25)} 0 0 0 ${p(0.55, 0.6)}V${num(y + 0.1 * w)}Z`,
          fill: '#ff7d8f',
        })
      )
    case 'small':
      return stroke(`M${p(-0.35, 0.1)}Q${p(0, 0.3)} ${p(0.35, 0.1)}`, ink)
  }
}
