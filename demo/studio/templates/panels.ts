import { fill, halftone } from '../drawing/backdrops.ts'
import { cat } from '../drawing/cat.ts'
import { INK, PALETTES, PAPER, type Palette } from '../drawing/color.ts'
import type { Mood } from '../drawing/mood.ts'
import { person } from '../drawing/person.ts'
import { plant } from '../drawing/plants.ts'
import { desk, pictureFrame, room, windowPane } from '../drawing/rooms.ts'
import { groundShadow, line, patch, place, stroke } from '../drawing/shapes.ts'
import { el, roundRect, star } from '../drawing/svg.ts'
import { type TextStyle, textBox } from '../drawing/text.ts'
import { thing } from '../drawing/things.ts'
import { captionAt, label, panel, still, type Template } from './template.ts'

const VERDICT: TextStyle = { font: 'heavy', max: 60, min: 30, fill: INK, leading: 1.22 }

function verdictScene(mood: Mood, palette: Palette): string {
  const no = mood === 'doubt'
  return (
    fill(480, 480, palette.wall) +
    el('circle', { cx: 240, cy: 240, r: 210, fill: palette.mate, stroke: 'none' }) +
    halftone(0, 220, 480, 260, palette.deep, 0.2, 22) +
    place({ x: 240, y: 560, scale: 1.06, rotate: no ? -8 : 3 }, () => cat({ mood, coat: 'cream', paw: no ? -1 : 1 })) +
    (no
      ? stroke('M30 90l60 60M90 90l-60 60', '#e5493a', 2.4)
      : patch(star(70, 90, 34, 15, 5), '#ffffff') + patch(star(420, 150, 24, 10, 5), '#ffffff'))
  )
}

/** Turned down above, welcomed below: captions are [refused, preferred]. */
const catVerdict: Template = {
  captions: [2, 2],
  draw: (captions) => {
    const row = (y: number, mood: Mood, palette: Palette, text: string) =>
      panel({ x: 20, y, w: 480, h: 480 }, verdictScene(mood, palette)) +
      el('path', { d: roundRect(500, y, 500, 480, 4), fill: PAPER, 'stroke-width': line(1.2) }) +
      textBox(text, { x: 530, y: y + 24, w: 440, h: 432 }, VERDICT)
    return still(
      1020,
      1000,
      'png',
      fill(1020, 1000, '#ffffff'),
      row(10, 'doubt', PALETTES.apricot, captionAt(captions, 0)),
      row(510, 'starry', PALETTES.mint, captionAt(captions, 1)),
    )
  },
}

function workerPanel(mood: Mood, evening: boolean): string {
  const w = 590
  const h = 700
  return (
    (evening
      ? room(w, h, h + 40, PALETTES.dusk) + windowPane(60, 60, 210, 230, 'night')
      : room(w, h, h + 40, PALETTES.butter) +
        windowPane(60, 60, 210, 230, 'day') +
        pictureFrame(430, 90, 110, 140, PALETTES.butter)) +
    (evening ? place({ x: 500, y: 520, scale: 0.72 }, () => thing('noodle-cup')) : '') +
    place({ x: 290, y: 600, scale: 1.06 }, () =>
      person({
        mood,
        hair: evening ? 'messy' : 'short',
        outfit: 'shirt',
        color: evening ? '#8c86b8' : '#5b8def',
        tilt: evening ? 9 : -2,
        left: [-96, -26],
        right: [96, -26],
      }),
    ) +
    desk(w, h, 556, evening ? '#7a5a6e' : '#c98d5a') +
    place({ x: 128, y: 574, scale: 0.86 }, () => (evening ? thing('books') : thing('laptop'))) +
    place({ x: 478, y: 574, scale: 0.7 }, () => (evening ? thing('battery') : thing('mug'))) +
    (evening ? place({ x: 128, y: 436, scale: 0.5, rotate: 8 }, () => thing('box')) : '')
  )
}

/** The same worker twice: captions are [left title, right title]. */
const twoMoods: Template = {
  captions: [2, 2],
  draw: (captions) => {
    const title = (x: number, text: string) =>
      textBox(text, { x: x + 16, y: 18, w: 558, h: 124 }, { font: 'heavy', max: 50, min: 28, fill: INK, leading: 1.2 })
    return still(
      1220,
      870,
      'jpeg',
      fill(1220, 870, '#ffffff'),
      title(10, captionAt(captions, 0)),
      title(620, captionAt(captions, 1)),
      panel({ x: 10, y: 160, w: 590, h: 700 }, workerPanel('joy', false)),
      panel({ x: 620, y: 160, w: 590, h: 700 }, workerPanel('dizzy', true)),
    )
  },
}

function jungle(): string {
  return (
    room(980, 520, 420, PALETTES.mint) +
    windowPane(370, 40, 240, 240, 'day') +
    [
      [150, 480, 1.3],
      [830, 480, 1.3],
      [340, 490, 0.9],
      [640, 490, 0.9],
      [490, 500, 1.15],
    ]
      .map(([x = 0, y = 0, scale = 1], i) =>
        place({ x, y, scale }, () =>
          plant(
            i % 2 === 0 ? 'joy' : 'proud',
            1,
            ['#e0714f', '#5b8def', '#f2b632', '#a58fdc', '#e2577a'][i] ?? '#e0714f',
          ),
        ),
      )
      .join('')
  )
}

function survivor(): string {
  return (
    room(980, 520, 420, PALETTES.clay) +
    groundShadow(490, 486, 120, 14) +
    place({ x: 490, y: 486, scale: 1.15 }, () => plant('cry', 0, '#b08a6a')) +
    stroke('M300 470q8 -10 18 -4M690 480q10 -12 22 -4M620 462q8 -8 14 0', '#a58257', 1.6) +
    place({ x: 790, y: 480, scale: 0.5 }, () => thing('wallet'))
  )
}

/** Hope above, truth below: captions are [tag above, tag below, optional text]. */
const plantReality: Template = {
  captions: [2, 2],
  draw: (captions) =>
    still(
      1020,
      1100,
      'webp',
      fill(1020, 1100, '#fff8ea'),
      panel({ x: 20, y: 20, w: 980, h: 520 }, jungle()),
      panel({ x: 20, y: 560, w: 980, h: 520 }, survivor()),
      label(captionAt(captions, 0), { x: 60, y: 36, w: 900, h: 100 }, { fill: '#ffe08a', max: 46 }),
      label(captionAt(captions, 1), { x: 60, y: 576, w: 900, h: 100 }, { fill: '#ffe08a', max: 46 }),
    ),
}

export const PANELS = {
  'cat-verdict': catVerdict,
  'two-moods': twoMoods,
  'plant-reality': plantReality,
} as const satisfies Record<string, Template>
