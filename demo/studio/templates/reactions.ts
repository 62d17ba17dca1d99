import { confetti, fill, halftone, moon, starrySky, sunburst } from '../drawing/backdrops.ts'
import { catHead, catLoaf } from '../drawing/cat.ts'
import { INK, PALETTES } from '../drawing/color.ts'
import { capybara, frog } from '../drawing/critters.ts'
import { dogHead } from '../drawing/dog.ts'
import { personHead } from '../drawing/person.ts'
import type { PictureFormat } from '../drawing/render.ts'
import { bedroomNight, room, windowPane } from '../drawing/rooms.ts'
import { limb, patch, place, solid, stroke } from '../drawing/shapes.ts'
import { el, num, oval, poly, roundRect } from '../drawing/svg.ts'
import { textBox } from '../drawing/text.ts'
import { thing } from '../drawing/things.ts'
import { captionAt, still, type Template, underHeadline } from './template.ts'

/** A reaction under a headline: captions are [headline]. */
function reaction(
  width: number,
  height: number,
  format: PictureFormat,
  scene: (w: number, h: number) => string,
): Template {
  return {
    captions: [1, 1],
    draw: (captions) => underHeadline(captionAt(captions, 0), width, height, format, scene(width, height)),
  }
}

/** Lines that rush towards the middle, as in a comic. */
function speedLines(w: number, h: number, cx: number, cy: number, color: string): string {
  let d = ''
  const count = 46
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2
    const inner = Math.min(w, h) * (0.4 + ((i * 7) % 5) * 0.035)
    const spread = 0.022 + ((i * 3) % 4) * 0.006
    const far = w + h
    d += poly([
      [cx + inner * Math.cos(angle), cy + inner * Math.sin(angle)],
      [cx + far * Math.cos(angle - spread), cy + far * Math.sin(angle - spread)],
      [cx + far * Math.cos(angle + spread), cy + far * Math.sin(angle + spread)],
    ])
  }
  return patch(d, color)
}

function catStare(w: number, h: number): string {
  return (
    fill(w, h, '#ffd6e0') +
    speedLines(w, h, w / 2, h * 0.52, '#f29ab2') +
    place({ x: w / 2, y: h * 0.58, scale: 2.35 }, () => catHead('shock', 'grey'))
  )
}

function dogDelight(w: number, h: number): string {
  return (
    sunburst(w, h, w / 2, h * 0.55, '#ffe48f', '#ffd45c', 18) +
    confetti(w, h, 'dog party') +
    place({ x: w / 2, y: h * 0.6, scale: 2.2 }, () => dogHead('starry', 'shiba'))
  )
}

function frogPond(w: number, h: number): string {
  const lily = (x: number, y: number, rx: number) =>
    solid(
      `M${num(x)} ${num(y)}L${num(x + rx * 0.9)} ${num(y - rx * 0.14)}A${num(rx)} ${num(rx * 0.28)} 0 1 0 ${num(x + rx * 0.86)} ${num(y + rx * 0.16)}Z`,
      '#5aa867',
      { light: [0, -8] },
    )
  return (
    starrySky(w, h * 0.7, '#2f4a7c', 'pond') +
    moon(w * 0.76, h * 0.22, 74) +
    patch(
      `M-10 ${num(h * 0.6)}Q${num(w * 0.25)} ${num(h * 0.5)} ${num(w * 0.5)} ${num(h * 0.58)}T${num(w + 10)} ${num(h * 0.54)}V${num(h)}H-10Z`,
      '#1f3561',
    ) +
    el('rect', { x: -10, y: h * 0.66, width: w + 20, height: h * 0.4, fill: '#2a6f8f', stroke: 'none' }) +
    patch(oval(w * 0.76, h * 0.74, 110, 14) + oval(w * 0.76, h * 0.8, 70, 9), '#ffefb0', 0.6) +
    lily(w * 0.14, h * 0.88, 120) +
    lily(w * 0.9, h * 0.92, 100) +
    lily(w * 0.46, h * 0.86, 300) +
    place({ x: w * 0.46, y: h * 0.87, scale: 1.5 }, () => frog('zen', '#7fbf5a', 'prayer')) +
    solid(
      `M${num(w * 0.13)} ${num(h * 0.83)}q-40 -40 0 -80q40 40 0 80Zm0 0q-80 0 -70 -56q56 0 70 56Zm0 0q80 0 70 -56q-56 0 -70 56Z`,
      '#ff9dbb',
      { light: [-4, -4] },
    )
  )
}

function nightScroll(w: number, h: number): string {
  const quilt = `M-20 ${num(h * 0.72)}C${num(w * 0.3)} ${num(h * 0.6)} ${num(w * 0.7)} ${num(h * 0.6)} ${num(w + 20)} ${num(h * 0.72)}V${num(h + 20)}H-20Z`
  const hand = (s: number) =>
    limb([w * 0.5 + s * 300, h * 1.06, w * 0.5 + s * 190, h * 0.82, w * 0.5 + s * 74, h * 0.71], 60, '#b58fd6') +
    solid(oval(w * 0.5 + s * 66, h * 0.7, 32, 32), '#e3b48f')
  return (
    bedroomNight(w, h) +
    place({ x: w / 2, y: h * 0.74, scale: 2.5 }, () => thing('pillow')) +
    place({ x: w / 2, y: h * 0.47, scale: 1.35 }, () => personHead('tired', { hair: 'messy', skin: '#e3b48f' })) +
    solid(quilt, '#5b6bd6', {
      marks: stroke(
        `M${w * 0.1} ${h * 0.72}v400M${w * 0.3} ${h * 0.66}v400M${w * 0.7} ${h * 0.66}v400M${w * 0.9} ${h * 0.72}v400M0 ${h * 0.84}H${w}`,
        '#8a97ee',
        2,
      ),
    }) +
    patch(oval(w * 0.5, h * 0.56, 96, 44), '#9fe8ff', 0.35) +
    stroke(
      `M${w * 0.5 - 120} ${h * 0.6}l-60 -34M${w * 0.5 + 120} ${h * 0.6}l60 -34M${w * 0.5 - 130} ${h * 0.66}h-64M${w * 0.5 + 130} ${h * 0.66}h64`,
      '#9fe8ff',
      1.2,
    ) +
    hand(-1) +
    hand(1) +
    solid(roundRect(w * 0.5 - 66, h * 0.61, 132, 196, 20), '#33384d') +
    patch(oval(w * 0.5 - 36, h * 0.64, 13), '#5a6280')
  )
}

function sofaCat(w: number, h: number): string {
  return (
    room(w, h, h * 0.82, PALETTES.clay) +
    windowPane(w * 0.08, h * 0.08, w * 0.26, h * 0.34, 'rain') +
    solid(roundRect(w * 0.1, h * 0.42, w * 0.8, h * 0.4, 60), '#2f7f79') +
    solid(roundRect(w * 0.17, h * 0.64, w * 0.66, h * 0.2, 34), '#3c968f') +
    solid(
      roundRect(w * 0.05, h * 0.54, w * 0.15, h * 0.34, 50) + roundRect(w * 0.8, h * 0.54, w * 0.15, h * 0.34, 50),
      '#2a716c',
    ) +
    place({ x: w * 0.3, y: h * 0.67, scale: 1, rotate: -10 }, () => thing('pillow')) +
    place({ x: w * 0.52, y: h * 0.69, scale: 1.36 }, () => catLoaf('deadpan', 'cream')) +
    place({ x: w * 0.82, y: h * 0.56, scale: 0.55 }, () => thing('phone'))
  )
}

/** A capybara that holds up a board: captions are [text on the board]. */
function signScene(w: number, h: number): string {
  const boardY = h * 0.7
  const paw = (s: number) =>
    solid(oval(w / 2 + s * 300, boardY + 10, 58, 48), '#8f5f3b') +
    stroke(`M${w / 2 + s * 300 - 16} ${boardY - 30}v18M${w / 2 + s * 300 + 16} ${boardY - 30}v18`, undefined, 0.8)
  return (
    sunburst(w, h, w / 2, h * 0.5, '#c5e3a3', '#d3ebb6', 16) +
    halftone(0, h * 0.4, w, h * 0.6, '#38512b', 0.2) +
    place({ x: w / 2, y: h + 20, scale: 2.7 }, () => capybara('deadpan')) +
    solid(roundRect(w / 2 - 370, boardY, 740, h * 0.27, 14), '#fff8ea', { light: [-8, -8] }) +
    el('path', {
      d: roundRect(w / 2 - 346, boardY + 24, 692, h * 0.27 - 48, 8),
      stroke: '#e3c9a0',
      'stroke-width': 5,
    }) +
    paw(-1) +
    paw(1)
  )
}

const capybaraSign: Template = {
  captions: [1, 1],
  draw: (captions) => {
    const [w, h] = [1000, 1160]
    const board = { x: w / 2 - 326, y: h * 0.7 + 52, w: 652, h: h * 0.27 - 82 }
    return still(
      w,
      h,
      'png',
      signScene(w, h),
      textBox(captionAt(captions, 0), board, { font: 'hand', max: 88, min: 40, fill: INK, leading: 1.15 }),
    )
  },
}

export const REACTIONS = {
  'cat-stare': reaction(1000, 860, 'png', catStare),
  'dog-delight': reaction(1000, 900, 'webp', dogDelight),
  'frog-pond': reaction(1080, 860, 'jpeg', frogPond),
  'night-scroll': reaction(960, 1000, 'jpeg', nightScroll),
  'sofa-cat': reaction(1080, 800, 'png', sofaCat),
  'capybara-sign': capybaraSign,
} as const satisfies Record<string, Template>
