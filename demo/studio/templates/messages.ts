import { fill, halftone, hills, moon, starrySky } from '../drawing/backdrops.ts'
import { catHead } from '../drawing/cat.ts'
import { INK, PALETTES } from '../drawing/color.ts'
import { duck, frogHead } from '../drawing/critters.ts'
import { dogHead } from '../drawing/dog.ts'
import type { Mood } from '../drawing/mood.ts'
import { personHead } from '../drawing/person.ts'
import { clipped, line, patch, place, stroke } from '../drawing/shapes.ts'
import { el, num, oval, poly, roundRect } from '../drawing/svg.ts'
import { drawLayout, layoutText, measure, type TextStyle, textBox } from '../drawing/text.ts'
import { captionAt, fields, still, type Template } from './template.ts'

const MESSAGE: TextStyle = { font: 'plain', max: 36, min: 36, fill: INK, align: 'start', leading: 1.3 }

interface ChatLook {
  back: string
  bar: string
  theirs: string
  mine: string
  mineInk: string
  portrait: () => string
}

function statusBar(w: number, clock: string, ink: string): string {
  const x = w - 130
  return (
    textBox(clock, { x: 44, y: 14, w: 120, h: 40 }, { font: 'heavy', max: 30, fill: ink, align: 'start' }) +
    el('path', { d: roundRect(x + 40, 22, 52, 26, 8), stroke: ink, 'stroke-width': 4 }) +
    patch(roundRect(x + 46, 28, 18, 14, 3) + roundRect(x + 94, 30, 5, 10, 2), ink) +
    patch(roundRect(x - 20, 38, 8, 10, 2) + roundRect(x - 6, 32, 8, 16, 2) + roundRect(x + 8, 24, 8, 24, 2), ink)
  )
}

function chatHeader(w: number, name: string, look: ChatLook): string {
  const ring = oval(112, 128, 50)
  return (
    el('rect', { x: -10, y: -10, width: w + 20, height: 212, fill: look.bar }) +
    statusBar(w, '21:47', INK) +
    el('path', { d: ring, fill: '#ffffff' }) +
    clipped(ring, look.portrait()) +
    el('path', { d: ring, 'stroke-width': line(0.9) }) +
    textBox(
      name,
      { x: 186, y: 92, w: w - 380, h: 72 },
      { font: 'heavy', max: 42, min: 26, fill: INK, align: 'start' },
    ) +
    el('path', { d: roundRect(w - 196, 106, 54, 42, 10), fill: INK }) +
    el('path', {
      d: poly([
        [w - 134, 127],
        [w - 108, 108],
        [w - 108, 146],
      ]),
      fill: INK,
    }) +
    patch(oval(w - 60, 110, 6) + oval(w - 60, 128, 6) + oval(w - 60, 146, 6), INK)
  )
}

/** A bubble whose lower corner points at the speaker. */
function bubblePath(x: number, y: number, w: number, h: number, mine: boolean): string {
  const r = 34
  const corner = (round: boolean, dx: number, dy: number, sharpX: number, sharpY: number) =>
    round ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : `l${num(sharpX)} ${num(sharpY)}l${num(dx - sharpX)} ${num(dy - sharpY)}`
  return (
    `M${num(x + r)} ${num(y)}h${num(w - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${num(h - 2 * r)}` +
    `${corner(!mine, -r, r, 16, r)}h${num(2 * r - w)}${corner(mine, -r, -r, -r - 16, 0)}V${num(y + r)}a${r} ${r} 0 0 1 ${r} ${-r}Z`
  )
}

function chatField(w: number, h: number, look: ChatLook): string {
  return (
    el('path', { d: roundRect(40, h - 100, w - 190, 70, 35), fill: '#ffffff', 'stroke-width': line(0.8) }) +
    el('circle', { cx: w - 84, cy: h - 65, r: 37, fill: look.mine, 'stroke-width': line(0.8) }) +
    patch(`M${w - 102} ${h - 84}L${w - 60} ${h - 65}L${w - 102} ${h - 46}L${w - 94} ${h - 65}Z`, look.mineInk)
  )
}

/** Captions are the other's name, then lines: `<` from them, `>` from me, `-` a note in the middle. */
function chat(look: ChatLook): Template {
  return {
    captions: [3, 9],
    draw: (captions) => {
      const w = 900
      let y = 238
      const lines = captions.slice(1).map((caption) => {
        const text = caption.slice(1).trim()
        if (caption.startsWith('-')) {
          y += 62
          return textBox(
            text,
            { x: 60, y: y - 56, w: w - 120, h: 42 },
            { font: 'plain', max: 27, min: 20, fill: '#6f6a7c' },
          )
        }
        const mine = caption.startsWith('>')
        const layout = layoutText(text, 560, 400, MESSAGE)
        const [bw, bh] = [layout.width + 64, layout.height + 48]
        const x = mine ? w - 40 - bw : 40
        const fillColor = mine ? look.mine : look.theirs
        const out =
          el('path', { d: bubblePath(x, y, bw, bh, mine), fill: fillColor, 'stroke-width': line(0.8) }) +
          drawLayout(layout, { x: x + 32, y, w: layout.width, h: bh }, { ...MESSAGE, fill: mine ? look.mineInk : INK })
        y += bh + 24
        return out
      })
      const h = Math.ceil(y + 120)
      return still(
        w,
        h,
        'png',
        fill(w, h, look.back),
        halftone(0, h * 0.5, w, h * 0.5, INK, 0.05, 24),
        ...lines,
        chatHeader(w, captionAt(captions, 0), look),
        chatField(w, h, look),
      )
    },
  }
}

const portrait =
  (draw: () => string, scale: number, y = 132) =>
  () =>
    place({ x: 112, y, scale }, draw)

const LOCK_ICONS: Record<string, () => string> = {
  cat: () => catHead('happy', 'ginger'),
  'grumpy-cat': () => catHead('angry', 'grey'),
  dog: () => dogHead('joy', 'shiba'),
  'sad-dog': () => dogHead('sad', 'beagle'),
  frog: () => frogHead('deadpan'),
  duck: () => place({ x: 20, y: 190, scale: 0.9 }, () => duck('smug')),
  person: () => personHead('tired', { hair: 'bun' }),
}

function iconOf(name: string): () => string {
  const icon = LOCK_ICONS[name]
  if (icon === undefined) throw new Error(`No icon named ${name}`)
  return icon
}

/** A locked phone: captions are the clock, the date, then `icon|sender|text`. */
const lockScreen: Template = {
  captions: [3, 5],
  draw: (captions) => {
    const w = 900
    let y = 490
    const cards = captions.slice(2).map((caption) => {
      const [icon = '', sender = '', text = ''] = fields(caption, 3)
      const body: TextStyle = { font: 'plain', max: 34, min: 28, fill: INK, align: 'start', leading: 1.28 }
      const layout = layoutText(text, 590, 180, body)
      const bh = layout.height + 112
      const frame = roundRect(76, y + 26, 92, 92, 24)
      const out =
        el('path', { d: roundRect(48, y, w - 96, bh, 36), fill: '#fffaf0' }) +
        el('path', { d: frame, fill: '#ffe08a' }) +
        clipped(frame, place({ x: 122, y: y + 80, scale: 0.3 }, iconOf(icon))) +
        el('path', { d: frame, 'stroke-width': line(0.8) }) +
        textBox(
          sender,
          { x: 196, y: y + 22, w: 580, h: 46 },
          { font: 'heavy', max: 34, min: 24, fill: INK, align: 'start' },
        ) +
        drawLayout(layout, { x: 196, y: y + 68, w: 590, h: layout.height + 20 }, body)
      y += bh + 26
      return out
    })
    const h = Math.ceil(Math.max(1060, y + 110))
    return still(
      w,
      h,
      'webp',
      fill(w, h, '#3a3f86'),
      starrySky(w, 150, '#3a3f86', 'lock screen'),
      moon(770, 130, 48),
      hills(w, h, { ...PALETTES.dusk, wall: '#6f66b8', floor: '#2a2459' }, 'lock hills'),
      statusBar(w, '', '#ffffff'),
      textBox(
        captionAt(captions, 0),
        { x: 60, y: 150, w: 780, h: 200 },
        { font: 'caption', max: 190, fill: '#ffffff' },
      ),
      textBox(
        captionAt(captions, 1),
        { x: 60, y: 372, w: 780, h: 60 },
        { font: 'plain', max: 40, min: 28, fill: '#ffffff' },
      ),
      ...cards,
      stroke(`M${w / 2 - 110} ${h - 34}h220`, '#ffffff', 1.4),
    )
  },
}

/** A till receipt: captions are the shop, then `item|price`; the last is the total. */
const receipt: Template = {
  captions: [5, 10],
  draw: (captions) => {
    const w = 820
    const rows = captions.slice(1).map((caption) => fields(caption, 2))
    const h = 420 + rows.length * 84
    let teeth = `M90 60H${w - 90}V${h - 60}`
    for (let x = w - 90; x > 90; x -= 40) teeth += `l-20 24l-20 -24`
    const price: TextStyle = { font: 'heavy', max: 34, min: 22, fill: INK }
    const items = rows.map(([name = '', amount = ''], i) => {
      const last = i === rows.length - 1
      const y = 236 + i * 84 + (last ? 34 : 0)
      const priceWidth = measure('heavy', 34, amount) + 10
      return (
        (last ? el('path', { d: `M130 ${y - 12}H${w - 130}`, 'stroke-dasharray': '14 12', 'stroke-width': 5 }) : '') +
        textBox(
          name,
          { x: 130, y, w: w - 290 - priceWidth, h: 80 },
          { ...(last ? price : { ...price, font: 'plain' }), align: 'start', leading: 1.1 },
        ) +
        textBox(amount, { x: w - 130 - priceWidth, y, w: priceWidth, h: 80 }, { ...price, align: 'end' })
      )
    })
    let bars = ''
    for (let x = 230; x < w - 230; x += 8 + ((x * 7) % 11)) bars += `M${x} ${h - 150}v62`
    return still(
      w,
      h,
      'png',
      fill(w, h, '#ff9d6b'),
      halftone(0, 0, w, h, '#7a3b2e', 0.16),
      patch(`M110 84H${w - 70}V${h - 40}H110Z`, '#7a3b2e', 0.3),
      el('path', { d: `${teeth}Z`, fill: '#fffdf5' }),
      textBox(
        captionAt(captions, 0),
        { x: 130, y: 84, w: w - 260, h: 110 },
        { font: 'caption', max: 64, min: 34, fill: INK, upper: true },
      ),
      el('path', { d: `M130 212H${w - 130}`, 'stroke-dasharray': '14 12', 'stroke-width': 5 }),
      ...items,
      el('path', { d: bars, stroke: INK, 'stroke-width': 6, 'stroke-linecap': 'butt' }),
    )
  },
}

function familyPortrait(mood: Mood): () => string {
  return portrait(() => personHead(mood, { hair: 'bun', hairColor: '#5a4a4a' }), 0.34)
}

export const MESSAGES = {
  'family-chat': chat({
    back: '#e6f4ea',
    bar: '#bfe8d4',
    theirs: '#ffffff',
    mine: '#4fb36b',
    mineInk: '#ffffff',
    portrait: familyPortrait('happy'),
  }),
  'cat-chat': chat({
    back: '#efe6ff',
    bar: '#d9cbf7',
    theirs: '#ffffff',
    mine: '#7a5cff',
    mineInk: '#ffffff',
    portrait: portrait(() => catHead('smug', 'grey'), 0.33),
  }),
  'lock-screen': lockScreen,
  receipt,
} as const satisfies Record<string, Template>
