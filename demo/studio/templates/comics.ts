import { confetti, fill, halftone, starrySky, sunburst } from '../drawing/backdrops.ts'
import { INK, PALETTES, PAPER, type Palette } from '../drawing/color.ts'
import { duck } from '../drawing/critters.ts'
import type { Mood } from '../drawing/mood.ts'
import { person, personHead } from '../drawing/person.ts'
import { robot } from '../drawing/robot.ts'
import { bedroomNight } from '../drawing/rooms.ts'
import { limb, line, patch, place, solid, stroke } from '../drawing/shapes.ts'
import { el, oval, poly, roundRect } from '../drawing/svg.ts'
import { drawLayout, layoutText, type TextStyle, textBox } from '../drawing/text.ts'
import { thing } from '../drawing/things.ts'
import { captionAt, fields, label, panel, still, type Template } from './template.ts'

function duckStage(stage: number): string {
  const crown = () =>
    solid('M-90 -338L-100 -420L-56 -380L-30 -440L-4 -380L40 -420L30 -338Q-30 -356 -90 -338Z', '#ffb52e')
  const glasses = () =>
    solid(roundRect(-150, -300, 92, 56, 18) + roundRect(-40, -300, 92, 56, 18), INK, { shade: 0 }) +
    stroke('M-60 -280h24', INK, 1.6)
  const scenes = [
    fill(420, 300, '#bcd9c9'),
    sunburst(420, 300, 210, 170, '#ffd6a3', '#ffc27d', 12),
    sunburst(420, 300, 210, 170, '#f7a8c4', '#f28bb0', 16) + confetti(420, 300, 'royal'),
    starrySky(420, 300, '#241a4d', 'cosmos') +
      el('circle', { cx: 210, cy: 150, r: 132, fill: '#ffe98a', opacity: '0.35', stroke: 'none' }) +
      el('circle', { cx: 210, cy: 150, r: 96, fill: '#fff3c4', opacity: '0.5', stroke: 'none' }),
  ]
  const moods: Mood[] = ['happy', 'smug', 'proud', 'zen']
  const extra =
    stage === 1
      ? glasses()
      : stage === 2
        ? crown()
        : stage === 3
          ? el('ellipse', { cx: -30, cy: -400, rx: 84, ry: 20, stroke: '#ffd23f', 'stroke-width': 16 })
          : ''
  return (
    (scenes[stage] ?? '') +
    place(
      { x: 206, y: 284, scale: 0.6 + (stage === 3 ? 0.02 : 0) },
      () => duck(moods[stage] ?? 'happy', stage === 3 ? '#fff0a0' : '#ffd23f') + extra,
    )
  )
}

/** Four steps of wisdom: captions are four lines, from plain to cosmic. */
const ascendingDuck: Template = {
  captions: [4, 4],
  draw: (captions) => {
    const rows = [0, 1, 2, 3].map((stage) => {
      const y = 16 + stage * 316
      return (
        el('path', { d: roundRect(16, y, 468, 300, 4), fill: PAPER, 'stroke-width': line(1.2) }) +
        textBox(
          captionAt(captions, stage),
          { x: 40, y: y + 16, w: 420, h: 268 },
          { font: 'heavy', max: 46, min: 26, fill: INK, leading: 1.2 },
        ) +
        panel({ x: 484, y, w: 420, h: 300 }, duckStage(stage))
      )
    })
    return still(920, 1280, 'png', fill(920, 1280, '#ffffff'), ...rows)
  },
}

const SPEECH: TextStyle = { font: 'hand', max: 44, min: 26, fill: INK, leading: 1.12 }

function bubble(text: string, x: number, y: number, width: number, height: number, tailX: number): string {
  const layout = layoutText(text, width - 56, height - 40, SPEECH)
  const h = layout.height + 52
  const body = roundRect(x, y, width, h, 34)
  const tail = poly([
    [tailX - 22, y + h - 10],
    [tailX + 22, y + h - 10],
    [tailX + (tailX > x + width / 2 ? 16 : -16), y + h + 34],
  ])
  return (
    el('path', { d: tail, fill: '#ffffff' }) +
    el('path', { d: body, fill: '#ffffff' }) +
    patch(
      poly([
        [tailX - 17, y + h - 14],
        [tailX + 17, y + h - 14],
        [tailX + 12, y + h + 2],
        [tailX - 12, y + h + 2],
      ]),
      '#ffffff',
    ) +
    drawLayout(layout, { x, y, w: width, h }, SPEECH)
  )
}

/** A talk in four panels, human first, robot second, turn about: captions are the four lines. */
const robotComic: Template = {
  captions: [4, 4],
  draw: (captions) => {
    const moods: [Mood, Mood][] = [
      ['happy', 'deadpan'],
      ['doubt', 'happy'],
      ['nervous', 'stare'],
      ['dizzy', 'proud'],
    ]
    const walls: Palette[] = [PALETTES.sky, PALETTES.lilac, PALETTES.butter, PALETTES.tomato]
    const panels = moods.map(([human, machine], i) => {
      const talks = i % 2 === 0
      const scene =
        fill(540, 540, walls[i]?.wall ?? PAPER) +
        halftone(0, 260, 540, 280, walls[i]?.deep ?? INK, 0.25) +
        place({ x: 146, y: 546, scale: talks ? 0.74 : 0.68 }, () =>
          person({ mood: human, hair: 'bob', hairColor: '#7a3b2e', outfit: 'hoodie', color: '#ff8f6b' }),
        ) +
        place({ x: 400, y: 566, scale: talks ? 0.6 : 0.66 }, () => robot(machine, '#c3cede', i === 3 ? 'up' : 'down')) +
        bubble(captionAt(captions, i), 24, 20, 492, 190, talks ? 150 : 396)
      return panel({ x: 14 + (i % 2) * 556, y: 14 + Math.floor(i / 2) * 556, w: 540, h: 540 }, scene)
    })
    return still(1124, 1124, 'png', fill(1124, 1124, '#ffffff'), ...panels)
  },
}

function nightPanel(stage: number): string {
  const moods: Mood[] = ['zen', 'doubt', 'starry', 'dizzy']
  const glow = ['#26305c', '#33407a', '#44539a', '#6a4b8c'][stage] ?? '#26305c'
  return (
    bedroomNight(520, 470) +
    el('rect', { x: 0, y: 0, width: 520, height: 470, fill: glow, opacity: '0.35', stroke: 'none' }) +
    place({ x: 250, y: 420, scale: 1.3 }, () => thing('pillow')) +
    place({ x: 250, y: 290, scale: 0.82 + stage * 0.06 }, () =>
      personHead(moods[stage] ?? 'zen', { hair: 'long', hairColor: '#2a2233', skin: '#efbf98' }),
    ) +
    solid('M-20 400C150 340 370 340 540 400V500H-20Z', '#e2577a', {
      marks: patch(oval(90, 420, 16) + oval(200, 400, 16) + oval(310, 404, 16) + oval(430, 424, 16), '#ffd1de'),
    }) +
    (stage > 0
      ? place({ x: 390, y: 430, scale: 0.62, rotate: -12 }, () => thing('phone')) +
        limb([470, 470, 450, 420, 416, 396], 34, '#efbf98')
      : '')
  )
}

/** A night in four clock times: captions are four `time|text`. */
const nightTimes: Template = {
  captions: [4, 4],
  draw: (captions) => {
    const panels = captions.map((caption, stage) => {
      const [time = '', text = ''] = fields(caption, 2)
      const [x, y] = [14 + (stage % 2) * 536, 14 + Math.floor(stage / 2) * 590]
      return (
        panel({ x, y, w: 520, h: 470 }, nightPanel(stage)) +
        label(time, { x: x + 10, y: y + 8, w: 190, h: 84 }, { fill: '#ffd66b', max: 42 }) +
        textBox(text, { x, y: y + 478, w: 520, h: 100 }, { font: 'heavy', max: 36, min: 22, fill: INK, leading: 1.2 })
      )
    })
    return still(1084, 1190, 'jpeg', fill(1084, 1190, '#ffffff'), ...panels)
  },
}

export const COMICS = {
  'ascending-duck': ascendingDuck,
  'robot-comic': robotComic,
  'night-times': nightTimes,
} as const satisfies Record<string, Template>
