import { fill } from '../drawing/backdrops.ts'
import { catHead } from '../drawing/cat.ts'
import { darker, INK, mix, PALETTES, PAPER, type Palette, type PaletteName } from '../drawing/color.ts'
import { frogHead } from '../drawing/critters.ts'
import { dogHead } from '../drawing/dog.ts'
import { createPrng } from '../drawing/prng.ts'
import { clipped, line, patch, place, solid, stroke } from '../drawing/shapes.ts'
import { el, oval, type Point, roundRect, slice, smooth } from '../drawing/svg.ts'
import { drawLayout, layoutText, type TextStyle, textBox } from '../drawing/text.ts'
import { captionAt, fields, still, type Template } from './template.ts'

const TITLE: TextStyle = { font: 'heavy', max: 58, min: 34, fill: INK, leading: 1.22 }
const NOTE: TextStyle = { font: 'plain', max: 34, min: 20, fill: INK, leading: 1.25 }
const HUES = ['#f2545b', '#ffb52e', '#4fb3bf', '#7a5cff', '#5fbf7a', '#ff8fb3']

const THEMES: readonly PaletteName[] = ['sky', 'butter', 'mint', 'lilac', 'rose', 'matcha']

function theme(seed: string): Palette {
  return PALETTES[createPrng(`${seed} theme`).pick(THEMES)]
}

function card(w: number, h: number, palette: Palette): string {
  return fill(w, h, palette.wall) + el('path', { d: roundRect(28, 28, w - 56, h - 56, 36), fill: PAPER })
}

interface Entry {
  text: string
  value: number
}

function entries(captions: readonly string[]): Entry[] {
  return captions.slice(1).map((caption) => {
    const [text = '', value = '0'] = fields(caption, 2)
    return { text, value: Number(value) }
  })
}

/** Captions are a title, then `label|value` with values up to 100. */
const barChart: Template = {
  captions: [4, 6],
  draw: (captions, seed) => {
    const [w, h] = [1000, 1000]
    const bars = entries(captions)
    const slot = 840 / bars.length
    const base = 770
    const columns = bars.map((bar, i) => {
      const x = 80 + slot * i + slot * 0.14
      const height = Math.max(8, bar.value * 4.9)
      const color = HUES[i % HUES.length] ?? '#f2545b'
      const face =
        bar.value >= 95
          ? place({ x: x + slot * 0.36, y: base - height - 40, scale: 0.34 }, () => catHead('starry', 'ginger'))
          : ''
      return (
        solid(roundRect(x, base - height, slot * 0.72, height, 12), color, { light: [-10, 0] }) +
        face +
        textBox(bar.text, { x: 80 + slot * i + 6, y: base + 22, w: slot - 12, h: 160 }, { ...NOTE, valign: 'top' })
      )
    })
    return still(
      w,
      h,
      'png',
      card(w, h, theme(seed)),
      textBox(captionAt(captions, 0), { x: 76, y: 56, w: 848, h: 140 }, TITLE),
      el('path', {
        d: [0, 1, 2, 3].map((i) => `M80 ${base - 122 * (i + 1)}H920`).join(''),
        stroke: '#e5dccb',
        'stroke-width': 4,
      }),
      ...columns,
      stroke(`M70 ${base}H930`),
    )
  },
}

function legend(list: readonly Entry[], x: number, y: number, width: number): { svg: string; bottom: number } {
  let top = y
  const svg = list.map((entry, i) => {
    const layout = layoutText(entry.text, width - 64, 110, NOTE)
    const out =
      el('path', { d: roundRect(x, top, 40, 40, 10), fill: HUES[i % HUES.length] }) +
      drawLayout(
        layout,
        { x: x + 60, y: top - 20, w: width - 64, h: Math.max(80, layout.height + 10) },
        { ...NOTE, align: 'start' },
      )
    top += Math.max(64, layout.height + 26)
    return out
  })
  return { svg: svg.join(''), bottom: top }
}

/** Captions are a title, then `label|share`; shares are scaled to a whole. */
const pieChart: Template = {
  captions: [3, 6],
  draw: (captions, seed) => {
    const w = 1000
    const list = entries(captions)
    const key = legend(list, 170, 770, 720)
    const h = key.bottom + 70
    const total = list.reduce((sum, entry) => sum + entry.value, 0)
    const [cx, cy, r] = [500, 470, 250]
    let from = 0
    const slices = list.map((entry, i) => {
      const to = from + (entry.value / total) * Math.PI * 2
      const d = to - from > Math.PI * 1.999 ? oval(cx, cy, r) : slice(cx, cy, r, from, to)
      from = to
      return el('path', { d, fill: HUES[i % HUES.length] })
    })
    const gloss = clipped(
      oval(cx, cy, r),
      patch(`M${cx - r} ${cy - r}H${cx + r}L${cx - r} ${cy + r * 0.6}Z`, '#ffffff', 0.16),
    )
    return still(
      w,
      h,
      'png',
      card(w, h, theme(seed)),
      textBox(captionAt(captions, 0), { x: 76, y: 54, w: 848, h: 140 }, TITLE),
      patch(oval(cx + 12, cy + 16, r), darker(PAPER, 0.25), 0.5),
      ...slices,
      gloss,
      key.svg,
    )
  },
}

/** Captions are the left circle, the right circle, and what both share. */
const venn: Template = {
  captions: [3, 3],
  draw: (captions, seed) => {
    const [w, h] = [1160, 860]
    const palette = theme(seed)
    const circle = (cx: number, color: string) =>
      el('circle', { cx, cy: 430, r: 340, fill: color, opacity: '0.72', stroke: 'none' })
    const ring = (cx: number) => el('circle', { cx, cy: 430, r: 340, 'stroke-width': line(1.2) })
    const style: TextStyle = { font: 'heavy', max: 44, min: 24, fill: INK, leading: 1.2 }
    return still(
      w,
      h,
      'webp',
      fill(w, h, mix(palette.wall, '#ffffff', 0.55)),
      circle(400, '#ffb52e'),
      circle(760, '#4fb3bf'),
      ring(400),
      ring(760),
      textBox(captionAt(captions, 0), { x: 92, y: 280, w: 300, h: 300 }, style),
      textBox(captionAt(captions, 1), { x: 768, y: 280, w: 300, h: 300 }, style),
      textBox(captionAt(captions, 2), { x: 456, y: 380, w: 248, h: 230 }, { ...style, max: 38, min: 20 }),
      place({ x: 580, y: 300, scale: 0.44 }, () => dogHead('silly', 'beagle')),
    )
  },
}

function notebook(w: number, h: number): string {
  let rules = ''
  for (let y = 150; y < h; y += 50) rules += `M0 ${y}H${w}`
  let holes = ''
  for (let y = 80; y < h; y += 130) holes += oval(46, y, 16)
  return (
    fill(w, h, '#fffdf5') +
    el('path', { d: rules, stroke: '#cfe3f5', 'stroke-width': 4 }) +
    el('path', { d: `M96 0V${h}`, stroke: '#f5a3a3', 'stroke-width': 5 }) +
    patch(holes, '#d9d4c8')
  )
}

/** A curve in a notebook: captions are a title, the name of the upright axis, then `moment|height`. */
const notebookCurve: Template = {
  captions: [5, 8],
  draw: (captions) => {
    const [w, h] = [1100, 860]
    const list = captions.slice(2).map((caption) => {
      const [text = '', value = '0'] = fields(caption, 2)
      return { text, value: Number(value) }
    })
    const hand: TextStyle = { font: 'hand', max: 40, min: 22, fill: '#2b3f7a', leading: 1.05 }
    const step = 880 / list.length
    const points: Point[] = list.map((entry, i) => [165 + step * (i + 0.5), 650 - entry.value * 4])
    const peak = points.reduce((best, point) => (point[1] < best[1] ? point : best), points[0] ?? [0, 0])
    const moments = list.map((entry, i) =>
      textBox(
        entry.text,
        { x: 165 + step * (i + 0.02), y: 690, w: step * 0.96, h: 130 },
        { ...hand, valign: 'top', max: 36 },
      ),
    )
    return still(
      w,
      h,
      'png',
      notebook(w, h),
      textBox(captionAt(captions, 0), { x: 140, y: 26, w: 900, h: 110 }, { ...hand, max: 66, min: 36, fill: INK }),
      stroke(`M160 170V670H1060M160 170l-16 26M160 170l16 26M1060 670l-26 -16M1060 670l-26 16`, '#2b3f7a', 1.1),
      textBox(captionAt(captions, 1), { x: 180, y: 158, w: 300, h: 60 }, { ...hand, align: 'start' }),
      el('path', { d: smooth(points, false, 0.8), stroke: '#e5493a', 'stroke-width': 11 }),
      patch(points.map(([x, y]) => oval(x, y, 13)).join(''), '#e5493a'),
      place({ x: Math.min(1030, peak[0] + 84), y: Math.max(220, peak[1] + 4), scale: 0.36 }, () => frogHead('joy')),
      ...moments,
    )
  },
}

export const CHARTS = {
  'bar-chart': barChart,
  'pie-chart': pieChart,
  venn,
  'notebook-curve': notebookCurve,
} as const satisfies Record<string, Template>
