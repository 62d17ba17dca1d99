import { cloud, moon, stripes } from './backdrops.ts'
import { darker, INK, lighter, PALETTES, type Palette } from './color.ts'
import { createPrng } from './prng.ts'
import { clipped, line, patch, place, solid, stroke } from './shapes.ts'
import { el, num, oval, roundRect } from './svg.ts'
import { thing } from './things.ts'

/** Places to stand in. Each fills w × h; floorY says where the wall ends. */

export function windowPane(x: number, y: number, w: number, h: number, time: 'day' | 'night' | 'rain'): string {
  const glass = roundRect(x, y, w, h, 10)
  const sky = time === 'day' ? '#bfe9ff' : time === 'night' ? '#26305c' : '#8fa6bd'
  const luck = createPrng(`window ${num(x)} ${num(w)}`)
  let city = ''
  let lights = ''
  for (let cx = x; cx < x + w; cx += 46) {
    const top = y + h * luck.range(0.42, 0.75)
    city += `M${num(cx)} ${num(y + h)}V${num(top)}h40V${num(y + h)}Z`
    for (let ly = top + 12; ly < y + h - 12; ly += 22)
      if (luck.next() > 0.4) lights += roundRect(cx + 8 + luck.int(0, 1) * 15, ly, 9, 11, 2)
  }
  const inside =
    (time === 'day'
      ? cloud(x + w * 0.3, y + h * 0.3, w * 0.36)
      : time === 'night'
        ? moon(x + w * 0.72, y + h * 0.26, h * 0.1)
        : '') +
    patch(city, time === 'day' ? '#8fc4de' : time === 'night' ? '#171d3f' : '#6c8299') +
    patch(lights, time === 'night' ? '#ffd66b' : '#ffffff', time === 'night' ? 0.9 : 0.4) +
    patch(
      `M${num(x + w * 0.1)} ${num(y + h)}L${num(x + w * 0.5)} ${num(y)}h${num(w * 0.14)}L${num(x + w * 0.24)} ${num(y + h)}Z`,
      '#ffffff',
      0.18,
    )
  return (
    el('path', { d: glass, fill: sky, stroke: 'none' }) +
    clipped(glass, inside) +
    el('path', { d: glass, stroke: INK, 'stroke-width': line(3) }) +
    el('path', { d: glass, stroke: '#fff8ec', 'stroke-width': line(1.4) }) +
    stroke(`M${num(x + w / 2)} ${num(y)}v${num(h)}M${num(x)} ${num(y + h * 0.5)}h${num(w)}`, INK, 2.2) +
    stroke(`M${num(x + w / 2)} ${num(y)}v${num(h)}M${num(x)} ${num(y + h * 0.5)}h${num(w)}`, '#fff8ec', 0.9)
  )
}

export function room(w: number, h: number, floorY: number, palette: Palette): string {
  return (
    stripes(w, h, palette.wall, lighter(palette.wall, 0.16), 60) +
    el('rect', { x: -20, y: floorY, width: w + 40, height: h - floorY + 20, fill: palette.floor, stroke: 'none' }) +
    patch(`M0 ${num(floorY)}h${w}v16h${-w}Z`, darker(palette.floor, 0.25), 0.4) +
    stroke(`M-10 ${num(floorY)}H${w + 10}`)
  )
}

export function pictureFrame(x: number, y: number, w: number, h: number, palette: Palette): string {
  const inner = roundRect(x + 12, y + 12, w - 24, h - 24, 4)
  return (
    solid(roundRect(x, y, w, h, 8), '#fff6e5', { light: [-5, -5] }) +
    el('path', { d: inner, fill: palette.mate, stroke: 'none' }) +
    clipped(
      inner,
      patch(oval(x + w * 0.66, y + h * 0.36, w * 0.12), palette.pop),
      patch(
        `M${num(x)} ${num(y + h)}L${num(x + w * 0.34)} ${num(y + h * 0.46)}L${num(x + w * 0.6)} ${num(y + h)}ZM${num(x + w * 0.4)} ${num(y + h)}L${num(x + w * 0.7)} ${num(y + h * 0.6)}L${num(x + w)} ${num(y + h)}Z`,
        palette.floor,
      ),
    ) +
    el('path', { d: inner, 'stroke-width': line(0.8) })
  )
}

/** A desk seen from the front: everything below topY. */
export function desk(w: number, h: number, topY: number, color = '#c98d5a'): string {
  return (
    el('rect', { x: -20, y: topY, width: w + 40, height: h - topY + 20, fill: darker(color, 0.2), stroke: 'none' }) +
    solid(`M-20 ${num(topY)}H${w + 20}V${num(topY + 44)}H-20Z`, color, { light: [0, -10] }) +
    stroke(
      `M60 ${num(topY + 22)}h120M${num(w - 260)} ${num(topY + 20)}h90M${num(w * 0.45)} ${num(topY + 26)}h50`,
      darker(color, 0.22),
      0.6,
    )
  )
}

export function office(w: number, h: number, palette: Palette = PALETTES.sky): string {
  return (
    room(w, h, h + 60, palette) +
    windowPane(w * 0.06, h * 0.1, w * 0.34, h * 0.38, 'day') +
    pictureFrame(w * 0.76, h * 0.14, w * 0.16, h * 0.2, palette) +
    stroke(`M${num(w * 0.6)} ${num(-20)}V${num(h * 0.1)}`, INK, 0.8) +
    solid(
      `M${num(w * 0.6 - 70)} ${num(h * 0.16)}Q${num(w * 0.6 - 60)} ${num(h * 0.09)} ${num(w * 0.6)} ${num(h * 0.09)}Q${num(w * 0.6 + 60)} ${num(h * 0.09)} ${num(w * 0.6 + 70)} ${num(h * 0.16)}Z`,
      palette.pop,
    )
  )
}

export function bedroomNight(w: number, h: number): string {
  const palette = PALETTES.night
  return (
    room(w, h, h * 0.8, { ...palette, floor: '#3a2f5c' }) +
    windowPane(w * 0.56, h * 0.08, w * 0.34, h * 0.36, 'night') +
    solid(
      `M${num(w * 0.52)} ${num(h * 0.05)}h${num(w * 0.09)}Q${num(w * 0.6)} ${num(h * 0.3)} ${num(w * 0.55)} ${num(h * 0.5)}h${num(-w * 0.04)}Z`,
      '#7a5fb0',
    ) +
    solid(
      `M${num(w * 0.94)} ${num(h * 0.05)}h${num(-w * 0.09)}Q${num(w * 0.86)} ${num(h * 0.3)} ${num(w * 0.91)} ${num(h * 0.5)}h${num(w * 0.04)}Z`,
      '#7a5fb0',
    ) +
    pictureFrame(w * 0.1, h * 0.16, w * 0.14, h * 0.18, PALETTES.lilac)
  )
}

/** A shelf with a few things on it. */
export function shelf(
  x: number,
  y: number,
  w: number,
  items: readonly ('books' | 'mug' | 'clock' | 'fan' | 'headphones' | 'rice-cooker')[],
): string {
  const step = w / items.length
  return (
    items.map((name, i) => place({ x: x + step * (i + 0.5), y, scale: 0.42 }, () => thing(name))).join('') +
    solid(roundRect(x, y, w, 18, 6), '#b57a48', { light: [0, -6] })
  )
}
