import { INK } from './color.ts'
import { extraOf } from './face-extras.ts'
import { type BrowKind, type FaceParts, type FaceShape, MOODS, type Mood } from './mood.ts'
import { mouthOf } from './mouth.ts'
import { clipped, line, patch, stroke } from './shapes.ts'
import { el, group, heart, num, oval, star } from './svg.ts'

/** A face without its head: eyes, brows, mouth and what a comic adds to them. */
export function face(mood: Mood, shape: FaceShape): string {
  const parts = MOODS[mood]
  const eyes = eye(parts, shape, -1) + eye(parts, shape, 1)
  const mouth = shape.mouth === false ? '' : mouthOf(parts.mouth, 0, shape.mouthY, shape.mouthW, shape.ink)
  return (
    parts.extras.map((extra) => extraOf(extra, shape)).join('') +
    eyes +
    brow(parts.brow, shape, -1) +
    brow(parts.brow, shape, 1) +
    mouth
  )
}

function eye(parts: FaceParts, shape: FaceShape, side: -1 | 1): string {
  const { r, y } = shape
  const x = side * shape.dx
  const ink = shape.ink ?? INK
  const thick = 1.15
  switch (parts.eye) {
    case 'joy':
      return stroke(
        `M${num(x - r)} ${num(y + r * 0.35)}Q${num(x)} ${num(y - r * 1.1)} ${num(x + r)} ${num(y + r * 0.35)}`,
        ink,
        thick,
      )
    case 'calm':
      return stroke(
        `M${num(x - r)} ${num(y - r * 0.1)}Q${num(x)} ${num(y + r * 0.95)} ${num(x + r)} ${num(y - r * 0.1)}`,
        ink,
        thick,
      )
    case 'squeeze':
      return stroke(
        `M${num(x - side * -r * 0.9)} ${num(y - r * 0.7)}L${num(x - side * r * 0.8)} ${num(y + r * 0.05)}L${num(x + side * r * 0.9)} ${num(y + r * 0.75)}`,
        ink,
        thick,
      )
    case 'heart':
      return el('path', { d: heart(x, y, r * 1.15), fill: '#f2355b', stroke: ink, 'stroke-width': line(0.7) })
    case 'star':
      return el('path', {
        d: star(x, y, r * 1.25, r * 0.6, 5),
        fill: '#ffd23f',
        stroke: ink,
        'stroke-width': line(0.7),
      })
    case 'spiral':
      return el('circle', { cx: x, cy: y, r, fill: shape.white ?? '#fff' }) + stroke(spiral(x, y, r * 0.8), ink, 0.7)
    case 'open':
      return openEye(parts, shape, side)
  }
}

function spiral(x: number, y: number, r: number): string {
  let d = `M${num(x)} ${num(y)}`
  for (let i = 1; i <= 20; i++) {
    const angle = i * 0.62
    const radius = (r * i) / 20
    d += `L${num(x + radius * Math.cos(angle))} ${num(y + radius * Math.sin(angle))}`
  }
  return d
}

function openEye(parts: FaceParts, shape: FaceShape, side: -1 | 1): string {
  const { r, y } = shape
  const x = side * shape.dx
  const ink = shape.ink ?? INK
  const pupil = r * parts.pupil
  const room = r - pupil * 0.75
  const px = x + (parts.gaze[0] ?? 0) * room
  const py = y + (parts.gaze[1] ?? 0) * room
  const narrow = shape.slit !== undefined && parts.pupil > 0.3 ? 0.72 : 1
  const rx = shape.slit === 'upright' ? pupil * narrow : pupil
  const ry = shape.slit === 'level' ? pupil * narrow : pupil * (shape.slit === 'upright' ? 1.12 : 1)
  const lidY = y - r + 2 * r * parts.lid
  const turn = `rotate(${num(side * parts.slant)} ${num(x)} ${num(lidY)})`
  const upper =
    parts.lid === 0
      ? ''
      : group(
          { transform: turn },
          patch(`M${num(x - 2 * r)} ${num(y - 3 * r)}H${num(x + 2 * r)}V${num(lidY)}H${num(x - 2 * r)}Z`, shape.skin),
          stroke(`M${num(x - 2 * r)} ${num(lidY)}H${num(x + 2 * r)}`, ink),
        )
  const underY = y + r - 2 * r * parts.under
  const lower =
    parts.under === 0
      ? ''
      : patch(`M${num(x - 2 * r)} ${num(underY)}h${num(4 * r)}v${num(2 * r)}h${num(-4 * r)}Z`, shape.skin) +
        stroke(`M${num(x - r)} ${num(underY)}H${num(x + r)}`, ink)
  const ball = oval(x, y, r)
  return (
    el('path', { d: ball, fill: shape.white ?? '#fff', stroke: 'none' }) +
    clipped(
      ball,
      el('ellipse', { cx: px, cy: py, rx, ry, fill: ink, stroke: 'none' }),
      el('circle', { cx: px - pupil * 0.32, cy: py - pupil * 0.38, r: pupil * 0.3, fill: '#fff', stroke: 'none' }),
      upper,
      lower,
    ) +
    el('path', { d: ball, stroke: ink, 'stroke-width': line(0.85) })
  )
}

function brow(kind: BrowKind, shape: FaceShape, side: -1 | 1): string {
  const { dx, r } = shape
  const y = shape.y - r - (shape.browGap ?? r * 0.55)
  const inner = side * (dx - r * 0.75)
  const outer = side * (dx + r * 0.9)
  const ink = shape.ink ?? INK
  const arc = (yi: number, ym: number, yo: number) =>
    stroke(`M${num(inner)} ${num(y + yi)}Q${num(side * dx)} ${num(y + ym)} ${num(outer)} ${num(y + yo)}`, ink, 1.5)
  switch (kind) {
    case 'none':
      return ''
    case 'flat':
      return arc(r * 0.2, r * 0.15, r * 0.2)
    case 'angry':
      return arc(r * 0.75, r * 0.1, -r * 0.25)
    case 'worried':
      return arc(-r * 0.3, -r * 0.15, r * 0.45)
    case 'raised':
      return arc(0, -r * 0.55, r * 0.1)
    case 'doubt':
      return side === 1 ? arc(-r * 0.15, -r * 0.7, -r * 0.1) : arc(r * 0.55, r * 0.3, r * 0.25)
  }
}
