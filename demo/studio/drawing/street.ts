import { cloud, fill } from './backdrops.ts'
import { darker, INK, lighter, PALETTES, type Palette } from './color.ts'
import { createPrng, type Prng } from './prng.ts'
import { limb, line, patch, solid, stroke } from './shapes.ts'
import { el, num, oval, roundRect, slice } from './svg.ts'

/** Narrow shop houses, balconies, wires and water tanks: a street in a Vietnamese town. */

const WALLS = ['#f7c873', '#f29c8a', '#8fd0c2', '#f5e3b8', '#a9c8ee', '#e7b0c8', '#c9d98a']

function house(x: number, w: number, top: number, ground: number, luck: Prng, night: boolean): string {
  const wall = night ? darker(luck.pick(WALLS), 0.55) : luck.pick(WALLS)
  const glass = night ? (luck.next() > 0.45 ? '#ffd66b' : '#2b2f57') : '#7fb4cf'
  const storey = 150
  let out = solid(roundRect(x, top, w, ground - top + 30, 4), wall, { light: [-14, 0] })
  const shop = ground - 150
  for (let y = top + 34; y + 110 < shop; y += storey) {
    const shutters = luck.next() > 0.5
    const color = luck.pick(['#3f7f6f', '#c4573f', '#46608f', '#7a5a3c'])
    out += el('path', {
      d: roundRect(x + w * 0.24, y, w * 0.52, 84, shutters ? 2 : 26),
      fill: glass,
      'stroke-width': line(0.8),
    })
    out += stroke(`M${num(x + w * 0.5)} ${num(y)}v84`, INK, 0.6)
    if (shutters)
      out += solid(roundRect(x + w * 0.08, y, w * 0.16, 84, 2) + roundRect(x + w * 0.76, y, w * 0.16, 84, 2), color, {
        light: [-3, 0],
        weight: 0.8,
      })
    let bars = ''
    for (let bx = x + 12; bx < x + w - 6; bx += 16) bars += `M${num(bx)} ${num(y + 76)}v34`
    out += stroke(
      `${bars}M${num(x + 6)} ${num(y + 76)}h${num(w - 12)}M${num(x + 4)} ${num(y + 110)}h${num(w - 8)}`,
      night ? '#15183a' : '#4b3a3a',
      0.7,
    )
    if (luck.next() > 0.5)
      out += patch(oval(x + w * 0.3, y + 100, 18, 16) + oval(x + w * 0.42, y + 98, 14, 14), '#4f9a58')
  }
  const awning = luck.pick(['#e5493a', '#2f7fb8', '#f0a030', '#3f8f6b'])
  let scallops = `M${num(x - 6)} ${num(shop)}h${num(w + 12)}v34`
  const n = 5
  const step = (w + 12) / n
  for (let i = 0; i < n; i++) scallops += `q${num(-step / 2)} 26 ${num(-step)} 0`
  out += el('path', {
    d: roundRect(x + 12, shop + 40, w - 24, 120, 4),
    fill: night ? '#ffdf9a' : '#5b4a55',
    'stroke-width': line(0.8),
  })
  out += solid(`${scallops}Z`, awning, {
    light: [0, -10],
    marks: patch(
      `M${num(x + step * 0.6)} ${num(shop)}v70h${num(step)}v-70ZM${num(x + step * 2.6)} ${num(shop)}v70h${num(step)}v-70Z`,
      lighter(awning, 0.7),
    ),
  })
  return out
}

export interface StreetOptions {
  groundY: number
  seed: string
  night?: boolean
  palette?: Palette
}

export function street(w: number, h: number, options: StreetOptions): string {
  const luck = createPrng(options.seed)
  const night = options.night === true
  const palette = options.palette ?? PALETTES.sky
  let out = fill(w, h, night ? '#262c58' : lighter(palette.wall, 0.3))
  out += night ? '' : cloud(w * 0.2, h * 0.12, 220) + cloud(w * 0.78, h * 0.08, 260)
  let x = -30
  while (x < w) {
    const width = luck.range(150, 210)
    out += house(x, width, options.groundY - luck.range(380, 640), options.groundY, luck, night)
    x += width
  }
  const road = night ? '#2b2b45' : '#7d8494'
  out += el('rect', {
    x: -20,
    y: options.groundY,
    width: w + 40,
    height: h - options.groundY + 20,
    fill: road,
    stroke: 'none',
  })
  out += solid(`M-20 ${num(options.groundY - 6)}H${w + 20}v26H-20Z`, night ? '#54547a' : '#c9c4bb', { light: [0, -6] })
  let dashes = ''
  for (let dx = 20; dx < w; dx += 190)
    dashes += `M${num(dx)} ${num(options.groundY + (h - options.groundY) * 0.62)}h100`
  out += el('path', { d: dashes, stroke: night ? '#8a86b8' : '#f5ead2', 'stroke-width': 12 })
  const pole = w * 0.88
  let wires = ''
  for (let i = 0; i < 6; i++)
    wires += `M-20 ${num(60 + i * 17)}Q${num(pole * 0.55)} ${num(150 + i * 25)} ${num(pole)} ${num(80 + i * 13)}Q${num(pole + 70)} ${num(110 + i * 14)} ${w + 30} ${num(90 + i * 18)}`
  out += stroke(wires, '#33304a', 0.5)
  out +=
    solid(roundRect(pole - 12, 40, 24, options.groundY - 40, 4), '#9a938b') +
    stroke(`M${num(pole - 64)} 84H${num(pole + 64)}M${num(pole - 50)} 120H${num(pole + 50)}`, INK, 1.4)
  return out
}

/** Colours of a small motorbike. */
export interface BikeLook {
  color?: string
  shirt?: string
  helmet?: string
}

function wheel(x: number): string {
  return (
    el('circle', { cx: x, cy: -62, r: 62, fill: '#2e2b3b' }) +
    el('circle', { cx: x, cy: -62, r: 36, fill: '#d7dbe6', 'stroke-width': line(0.8) }) +
    stroke(`M${x - 34} -62h68M${x} -96v68M${x - 24} -86l48 48M${x + 24} -86l-48 48`, '#6c7284', 0.5) +
    el('circle', { cx: x, cy: -62, r: 11, fill: '#6c7284', 'stroke-width': line(0.6) })
  )
}

/** A motorbike, facing right, standing on its origin, some 440 long. */
export function motorbike(look: BikeLook = {}): string {
  const color = look.color ?? '#e5493a'
  return (
    limb([-170, -100, -232, -96], 16, '#b8bfcc') +
    wheel(-140) +
    wheel(170) +
    limb([170, -62, 128, -170, 112, -236], 20, '#8c94a6') +
    solid('M-214 -140C-200 -176 -60 -176 -20 -160L-14 -96C-60 -80 -160 -84 -190 -106Z', color) +
    solid('M-40 -110C-10 -70 50 -74 80 -110L116 -206C132 -220 142 -190 138 -160C128 -60 30 -40 -30 -66Z', color) +
    solid('M-206 -150C-190 -190 -60 -186 -6 -172Q10 -160 -12 -152C-60 -146 -160 -140 -206 -150Z', '#3a3446', {
      light: [-4, -6],
    }) +
    solid('M100 -128C120 -152 190 -156 232 -96Q190 -132 108 -108Z', lighter(color, 0.2), { light: [-4, -6] }) +
    limb([112, -236, 82, -250], 16, '#3a3446') +
    solid(oval(140, -214, 26, 24), '#fff1b8', { light: [-5, -5] }) +
    patch(slice(-200, -132, 20, Math.PI, Math.PI * 2), '#ffb02e')
  )
}
