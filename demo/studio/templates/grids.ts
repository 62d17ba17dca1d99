import { checks, fill, halftone, stripes } from '../drawing/backdrops.ts'
import { catHead } from '../drawing/cat.ts'
import { INK, mix, PALETTES, type Palette, type PaletteName } from '../drawing/color.ts'
import { capybara, duck, frogHead, goose } from '../drawing/critters.ts'
import { dogHead } from '../drawing/dog.ts'
import { person } from '../drawing/person.ts'
import { cactus, noodleBowl, plant } from '../drawing/plants.ts'
import { createPrng } from '../drawing/prng.ts'
import { robot } from '../drawing/robot.ts'
import { clipped, line, patch, place, solid } from '../drawing/shapes.ts'
import { motorbike } from '../drawing/street.ts'
import { el, num, roundRect, star } from '../drawing/svg.ts'
import { type TextStyle, textBox } from '../drawing/text.ts'
import { isThing, thing } from '../drawing/things.ts'
import { captionAt, fields, still, type Template } from './template.ts'

/** Every icon draws into a square of 240 around its middle. */
const ICONS: Record<string, () => string> = {
  cat: () => place({ x: 0, y: 10, scale: 0.72 }, () => catHead('smug', 'ginger')),
  'sleepy-cat': () => place({ x: 0, y: 10, scale: 0.72 }, () => catHead('tired', 'grey')),
  dog: () => place({ x: 0, y: 20, scale: 0.72 }, () => dogHead('joy', 'beagle')),
  frog: () => place({ x: 0, y: 14, scale: 0.76 }, () => frogHead('deadpan')),
  duck: () => place({ x: 0, y: 104, scale: 0.56 }, () => duck('happy')),
  goose: () => place({ x: 0, y: 112, scale: 0.48 }, () => goose('angry', 'open')),
  capybara: () => place({ x: 0, y: 106, scale: 0.66 }, () => capybara('zen')),
  robot: () => place({ x: 0, y: 112, scale: 0.43 }, () => robot('happy')),
  plant: () => place({ x: 0, y: 110, scale: 0.62 }, () => plant('happy', 1)),
  'dead-plant': () => place({ x: 0, y: 108, scale: 0.68 }, () => plant('gloomy', 0)),
  cactus: () => place({ x: 0, y: 112, scale: 0.64 }, () => cactus('deadpan')),
  'noodle-bowl': () => place({ x: -16, y: 104, scale: 0.5 }, () => noodleBowl('joy')),
  motorbike: () => place({ x: 0, y: 90, scale: 0.48 }, () => motorbike()),
  worker: () => place({ x: 0, y: 118, scale: 0.52 }, () => person({ mood: 'dizzy', hair: 'short', outfit: 'shirt' })),
}

function icon(name: string): string {
  if (isThing(name)) return place({ x: 0, y: 104, scale: 0.98 }, () => thing(name))
  const draw = ICONS[name]
  if (draw === undefined) throw new Error(`No icon named ${name}`)
  return draw()
}

const SETS: readonly PaletteName[] = ['sky', 'mint', 'butter', 'lilac', 'rose', 'apricot']

/** What a kind of person comes with: captions are a title, then six `icon|words`. */
const starterPack: Template = {
  captions: [7, 7],
  draw: (captions, seed) => {
    const [w, h] = [1080, 1160]
    const palette: Palette = PALETTES[createPrng(seed).pick(SETS)]
    const cells = captions.slice(1).map((caption, i) => {
      const [name = '', words = ''] = fields(caption, 2)
      const [cx, cy] = [190 + (i % 3) * 350, 400 + Math.floor(i / 3) * 470]
      return (
        el('circle', {
          cx,
          cy,
          r: 138,
          fill: i % 2 === 0 ? mix(palette.wall, '#ffffff', 0.25) : mix(palette.mate, '#ffffff', 0.25),
          stroke: 'none',
        }) +
        place({ x: cx, y: cy }, () => icon(name)) +
        textBox(
          words,
          { x: cx - 162, y: cy + 146, w: 324, h: 122 },
          { font: 'heavy', max: 34, min: 20, fill: INK, leading: 1.18, valign: 'top' },
        )
      )
    })
    return still(
      w,
      h,
      'png',
      fill(w, h, '#ffffff'),
      el('path', { d: `M-10 -10H${w + 10}V196H-10Z`, fill: palette.pop }),
      halftone(0, 60, w, 136, '#ffffff', 0.3, 24),
      textBox(
        captionAt(captions, 0),
        { x: 40, y: 20, w: w - 80, h: 156 },
        { font: 'caption', max: 84, min: 40, fill: '#ffffff', stroke: INK, outline: 0.18, upper: true },
      ),
      ...cells,
    )
  },
}

const CAST = ['capybara', 'duck', 'cat', 'dog', 'cactus', 'frog', 'robot', 'sleepy-cat', 'goose']

/** Nine kinds in a square: captions are a title, three names across, three names down, then nine labels row by row. */
const alignment: Template = {
  captions: [16, 16],
  draw: (captions) => {
    const [w, h] = [1100, 1240]
    const side = 310
    const tints = ['#d7f2e3', '#e3eefc', '#fff0c7', '#e9f6d5', '#fdf6e7', '#ffe1cf', '#e4dcfa', '#ffdbe6', '#ffc9c1']
    const axis: TextStyle = { font: 'heavy', max: 30, min: 18, fill: INK }
    const cells = CAST.map((name, i) => {
      const [x, y] = [130 + (i % 3) * side, 220 + Math.floor(i / 3) * (side + 20)]
      const frame = roundRect(x, y, side - 14, side + 6, 16)
      return (
        el('path', { d: frame, fill: tints[i] }) +
        clipped(
          frame,
          place({ x: x + side / 2 - 7, y: y + 124, scale: 0.9 }, () => icon(name)),
        ) +
        textBox(
          captionAt(captions, 7 + i),
          { x: x + 14, y: y + 226, w: side - 42, h: 84 },
          { font: 'heavy', max: 28, min: 16, fill: INK, leading: 1.14 },
        )
      )
    })
    const across = [0, 1, 2].map((i) =>
      textBox(captionAt(captions, 1 + i), { x: 130 + i * side, y: 164, w: side - 14, h: 48 }, axis),
    )
    const down = [0, 1, 2].map((i) =>
      textBox(
        captionAt(captions, 4 + i),
        { x: 68 - 150, y: 220 + i * (side + 20) + 134, w: 300, h: 48 },
        { ...axis, rotate: -90 },
      ),
    )
    return still(
      w,
      h,
      'png',
      fill(w, h, '#fffaf0'),
      textBox(
        captionAt(captions, 0),
        { x: 60, y: 26, w: w - 120, h: 120 },
        { font: 'caption', max: 72, min: 36, fill: INK, upper: true },
      ),
      ...across,
      ...down,
      ...cells,
    )
  },
}

/** A bingo card with some fields stamped: captions are a title and nine fields. */
const bingo: Template = {
  captions: [10, 10],
  draw: (captions, seed) => {
    const [w, h] = [1000, 1180]
    const palette: Palette = PALETTES[createPrng(seed).pick(SETS)]
    const stamped = new Set([0, 2, 4, 6, 8])
    const cells = captions.slice(1).map((text, i) => {
      const [x, y] = [62 + (i % 3) * 294, 236 + Math.floor(i / 3) * 294]
      const mark = stamped.has(i)
        ? el('circle', { cx: x + 145, cy: y + 145, r: 118, stroke: palette.pop, 'stroke-width': 17, opacity: '0.55' })
        : ''
      return (
        el('path', { d: roundRect(x, y, 280, 280, 18), fill: i === 4 ? palette.mate : '#fffdf5' }) +
        mark +
        textBox(
          text,
          { x: x + 22, y: y + 22, w: 236, h: 236 },
          { font: 'heavy', max: 38, min: 20, fill: INK, leading: 1.2 },
        )
      )
    })
    return still(
      w,
      h,
      'png',
      stripes(w, h, palette.wall, mix(palette.wall, palette.floor, 0.4), 50),
      textBox(
        captionAt(captions, 0),
        { x: 50, y: 34, w: w - 100, h: 176 },
        { font: 'comic', max: 110, min: 48, fill: '#ffffff', stroke: INK, outline: 0.16, upper: true },
      ),
      ...cells,
    )
  },
}

const EMBLEMS: Record<string, () => string> = {
  ...ICONS,
  laptop: () => place({ x: 0, y: 90, scale: 0.9 }, () => thing('laptop')),
  wallet: () => place({ x: 0, y: 90, scale: 0.95 }, () => thing('wallet')),
  clock: () => place({ x: 0, y: 100, scale: 1 }, () => thing('clock')),
  pillow: () => place({ x: 0, y: 70, scale: 1 }, () => thing('pillow')),
}

/** A fortune card: captions are the numeral, the emblem's name, the title, and a reading below. */
const fortuneCard: Template = {
  captions: [4, 4],
  draw: (captions, seed) => {
    const [w, h] = [820, 1280]
    const luck = createPrng(seed)
    const ground = luck.pick(['#3b2a6b', '#1f4e4f', '#5c1626', '#1f3f6e'])
    const emblem = EMBLEMS[captionAt(captions, 1)]
    if (emblem === undefined) throw new Error(`No emblem named ${captionAt(captions, 1)}`)
    const gold = '#f2c35c'
    let rays = ''
    for (let i = 0; i < 24; i++) {
      const angle = (i / 24) * Math.PI * 2
      const [inner, outer] = [262, i % 2 === 0 ? 330 : 300]
      rays += `M${num(w / 2 + inner * Math.cos(angle))} ${num(528 + inner * Math.sin(angle))}L${num(w / 2 + outer * Math.cos(angle))} ${num(528 + outer * Math.sin(angle))}`
    }
    const corner = (x: number, y: number) => patch(star(x, y, 30, 10, 4), gold)
    return still(
      w,
      h,
      'webp',
      checks(w, h, '#f7ead0', '#f2e0bd', 41),
      solid(roundRect(40, 40, w - 80, h - 80, 40), ground, { shade: 0 }),
      el('path', { d: roundRect(66, 66, w - 132, h - 132, 26), stroke: gold, 'stroke-width': 6 }),
      el('path', { d: roundRect(82, 82, w - 164, h - 164, 18), stroke: gold, 'stroke-width': 2.5 }),
      corner(120, 120),
      corner(w - 120, 120),
      corner(120, h - 120),
      corner(w - 120, h - 120),
      textBox(captionAt(captions, 0), { x: 160, y: 96, w: w - 320, h: 84 }, { font: 'caption', max: 62, fill: gold }),
      el('path', { d: rays, stroke: gold, 'stroke-width': 7 }),
      el('circle', { cx: w / 2, cy: 528, r: 246, fill: '#fff3d6', stroke: gold, 'stroke-width': line(1.4) }),
      place({ x: w / 2, y: 528, scale: 1.62 }, emblem),
      el('path', { d: `M150 ${h - 392}h${w - 300}`, stroke: gold, 'stroke-width': 5 }),
      patch(star(w / 2, h - 392, 24, 9, 4), gold),
      textBox(
        captionAt(captions, 2),
        { x: 110, y: h - 370, w: w - 220, h: 104 },
        { font: 'caption', max: 74, min: 36, fill: '#ffffff', upper: true },
      ),
      textBox(
        captionAt(captions, 3),
        { x: 130, y: h - 262, w: w - 260, h: 130 },
        { font: 'hand', max: 42, min: 26, fill: '#ffe9b8', leading: 1.12 },
      ),
    )
  },
}

export const GRIDS = {
  'starter-pack': starterPack,
  alignment,
  bingo,
  'fortune-card': fortuneCard,
} as const satisfies Record<string, Template>
