import { fill, hills, rain } from '../drawing/backdrops.ts'
import { cat } from '../drawing/cat.ts'
import { INK, PALETTES } from '../drawing/color.ts'
import { dog } from '../drawing/dog.ts'
import { robot } from '../drawing/robot.ts'
import { groundShadow, patch, place, solid, stroke } from '../drawing/shapes.ts'
import { el, num, oval, roundRect } from '../drawing/svg.ts'
import { textBox } from '../drawing/text.ts'
import { thing } from '../drawing/things.ts'
import { animated, captionAt, headline, type Template, topAndBottom } from './template.ts'

const TURN = Math.PI * 2

/** A dog under an umbrella while it pours: captions are [top, bottom]. */
const rainDog: Template = {
  captions: [2, 2],
  draw: (captions) => {
    const [w, h] = [800, 860]
    const words = topAndBottom(w, h, captionAt(captions, 0), captionAt(captions, 1))
    const back =
      fill(w, h, '#6f87a8') +
      hills(w, h * 0.92, { ...PALETTES.ocean, wall: '#7f95b5', floor: '#4d6683' }, 'rain dog hills') +
      el('rect', { x: -10, y: h * 0.72, width: w + 20, height: h * 0.3, fill: '#55657f', stroke: 'none' })
    return animated({ width: w, height: h, format: 'webp', frames: 12, delay: 80 }, (phase) => {
      const bob = Math.sin(phase * TURN) * 4
      const puddle = (x: number, y: number, shift: number) => {
        const r = 20 + ((phase + shift) % 1) * 60
        return el('ellipse', {
          cx: x,
          cy: y,
          rx: r,
          ry: r * 0.26,
          stroke: '#cfe3f5',
          'stroke-width': 4,
          opacity: (1 - ((phase + shift) % 1)).toFixed(2),
        })
      }
      return (
        back +
        rain(w, h, 'rain dog', phase) +
        groundShadow(w / 2, h * 0.765, 160, 20) +
        place({ x: w / 2, y: h * 0.765, scale: 0.84, squash: 1 + bob * 0.003 }, () =>
          dog({ mood: 'zen', breed: 'beagle', tail: Math.sin(phase * TURN * 2) }),
        ) +
        place({ x: w * 0.665, y: h * 0.64 + bob, scale: 1.46, rotate: 7 + Math.sin(phase * TURN) * 2 }, () =>
          thing('umbrella'),
        ) +
        puddle(130, h * 0.78, 0) +
        puddle(690, h * 0.84, 0.4) +
        puddle(250, h * 0.9, 0.7) +
        words
      )
    })
  },
}

/** A dancing cat: captions are [headline]. */
const discoCat: Template = {
  captions: [1, 1],
  draw: (captions) => {
    const [w, scene] = [800, 760]
    const band = headline(w, captionAt(captions, 0))
    const lamps = ['#f2545b', '#ffd23f', '#5fd38a', '#5b8def', '#ff8fc7']
    return animated({ width: w, height: scene + band.height, format: 'gif', frames: 10, delay: 90 }, (phase, index) => {
      const beat = Math.abs(Math.sin(phase * TURN))
      let floor = ''
      for (let row = 0; row < 3; row++)
        for (let col = 0; col < 8; col++)
          floor += el('rect', {
            x: col * 100,
            y: 560 + row * 68,
            width: 100,
            height: 68,
            fill: lamps[(row * 3 + col + (index >> 1)) % 5],
            'stroke-width': 4,
          })
      const beam = (x: number, sway: number, color: string) =>
        patch(`M${x} -10L${num(x - 120 + sway)} 640H${num(x + 120 + sway)}Z`, color, 0.22)
      const swing = Math.sin(phase * TURN) * 90
      const ball =
        solid(oval(400, 96, 66), '#dfe6f2') +
        stroke(
          'M400 -10V30M334 96H466M346 62H454M346 130H454M400 30V162M368 38Q346 96 368 154M432 38Q454 96 432 154',
          '#8c94a6',
          0.5,
        )
      const glint = patch(oval(376 + (index % 3) * 20, 76 + (index % 2) * 26, 10), '#ffffff')
      const inner =
        fill(w, scene, '#2a2052') +
        floor +
        beam(160, swing, '#ff8fc7') +
        beam(640, -swing, '#7df3e1') +
        beam(400, swing * 0.5, '#ffd23f') +
        ball +
        glint +
        groundShadow(400, 690, 150, 20) +
        place(
          { x: 400, y: 690 - beat * 46, scale: 0.98, rotate: Math.sin(phase * TURN) * 9, squash: 0.94 + beat * 0.1 },
          () => cat({ mood: 'joy', coat: 'cream', paw: index % 10 < 5 ? 1 : -1, tail: Math.sin(phase * TURN * 2) }),
        )
      return `<g transform="translate(0 ${band.height})">${inner}</g>${band.svg}`
    })
  },
}

/** A bar that never quite gets there: captions are [title, status]. */
const loading: Template = {
  captions: [2, 2],
  draw: (captions) => {
    const [w, h] = [800, 800]
    const steps = [4, 18, 37, 52, 70, 84, 93, 98, 99, 99, 99, 99]
    const title = textBox(
      captionAt(captions, 0),
      { x: 40, y: 36, w: 720, h: 130 },
      { font: 'heavy', max: 52, min: 28, fill: INK, leading: 1.2 },
    )
    const status = textBox(
      captionAt(captions, 1),
      { x: 60, y: 704, w: 680, h: 72 },
      { font: 'plain', max: 34, min: 22, fill: INK },
    )
    return animated({ width: w, height: h, format: 'gif', frames: steps.length, delay: 220 }, (_phase, index) => {
      const percent = steps[index] ?? 99
      const stuck = index > 7
      return (
        fill(w, h, '#d9cbf7') +
        el('circle', { cx: 400, cy: 380, r: 216, fill: '#efe6ff', stroke: 'none' }) +
        title +
        place({ x: 400, y: 580, scale: 0.74 }, () =>
          robot(stuck ? (index % 2 === 0 ? 'doubt' : 'stare') : 'happy', '#b9c6d8', 'down'),
        ) +
        el('path', { d: roundRect(70, 602, 660, 78, 39), fill: '#ffffff' }) +
        el('path', {
          d: roundRect(80, 612, Math.max(60, 6.4 * percent), 58, 29),
          fill: stuck ? '#ffb52e' : '#5fbf7a',
          stroke: 'none',
        }) +
        textBox(`${percent}%`, { x: 80, y: 612, w: 640, h: 58 }, { font: 'heavy', max: 36, fill: INK }) +
        status
      )
    })
  },
}

export const MOVING = {
  'rain-dog': rainDog,
  'disco-cat': discoCat,
  loading,
} as const satisfies Record<string, Template>
