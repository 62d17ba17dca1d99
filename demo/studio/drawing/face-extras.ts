import type { Extra, FaceShape } from './mood.ts'
import { line, sparkle, stroke } from './shapes.ts'
import { el, num } from './svg.ts'

/** What a comic adds to a face: blush, tears, sweat, the vein of anger. */
function drop(x: number, y: number, r: number): string {
  return `M${num(x)} ${num(y - r * 1.7)}Q${num(x + r * 1.5)} ${num(y + r * 0.4)} ${num(x)} ${num(y + r)}Q${num(x - r * 1.5)} ${num(y + r * 0.4)} ${num(x)} ${num(y - r * 1.7)}Z`
}

export function extraOf(extra: Extra, shape: FaceShape): string {
  const { dx, r, y, mouthY } = shape
  const both = (draw: (side: number) => string) => draw(-1) + draw(1)
  switch (extra) {
    case 'blush':
      return both((s) =>
        el('ellipse', {
          cx: s * (dx + r * 0.75),
          cy: y + r * 1.55,
          rx: r * 0.62,
          ry: r * 0.36,
          fill: '#ff8fa0',
          opacity: '0.6',
          stroke: 'none',
        }),
      )
    case 'bags':
      return both((s) =>
        stroke(
          `M${num(s * dx - r * 0.7)} ${num(y + r * 1.35)}Q${num(s * dx)} ${num(y + r * 1.75)} ${num(s * dx + r * 0.7)} ${num(y + r * 1.35)}`,
          shape.ink,
          0.55,
        ),
      )
    case 'tears':
      return both((s) =>
        el('path', {
          d: `M${num(s * dx - r * 0.5)} ${num(y + r * 0.2)}Q${num(s * (dx + r * 0.5))} ${num(mouthY)} ${num(s * dx + s * r * 0.3 - r * 0.5)} ${num(mouthY + r * 1.9)}h${num(r * 1.1)}Q${num(s * (dx + r * 0.9))} ${num(mouthY)} ${num(s * dx + r * 0.6)} ${num(y + r * 0.2)}Z`,
          fill: '#6fc3ff',
          'stroke-width': line(0.6),
        }),
      )
    case 'tear':
      return el('path', { d: drop(dx + r * 0.2, y + r * 2.1, r * 0.42), fill: '#6fc3ff', 'stroke-width': line(0.6) })
    case 'sweat':
      return el('path', { d: drop(dx + r * 2.1, y - r * 1.1, r * 0.55), fill: '#8ed6ff', 'stroke-width': line(0.7) })
    case 'vein': {
      const [vx, vy, q] = [dx + r * 1.5, y - r * 2.1, r * 0.55]
      return stroke(
        `M${num(vx - q)} ${num(vy - q * 0.3)}Q${num(vx - q * 0.3)} ${num(vy - q * 0.3)} ${num(vx - q * 0.3)} ${num(vy - q)}M${num(vx + q)} ${num(vy - q * 0.3)}Q${num(vx + q * 0.3)} ${num(vy - q * 0.3)} ${num(vx + q * 0.3)} ${num(vy - q)}M${num(vx - q)} ${num(vy + q * 0.3)}Q${num(vx - q * 0.3)} ${num(vy + q * 0.3)} ${num(vx - q * 0.3)} ${num(vy + q)}M${num(vx + q)} ${num(vy + q * 0.3)}Q${num(vx + q * 0.3)} ${num(vy + q * 0.3)} ${num(vx + q * 0.3)} ${num(vy + q)}`,
        '#e0263f',
        1.1,
      )
    }
    case 'sparkles':
      return both((s) => sparkle(s * (dx + r * 2.5), y - r * (s === 1 ? 2.2 : 1.2), r * 0.7, '#fff6b8'))
    case 'gloom': {
      let d = ''
      for (let i = 0; i < 5; i++)
        d += `M${num(dx - r * 0.6 + i * r * 0.5)} ${num(y - r * 2.6)}v${num(r * (1.5 - Math.abs(i - 2) * 0.25))}`
      return stroke(d, '#4b5aa8', 0.6)
    }
  }
}
