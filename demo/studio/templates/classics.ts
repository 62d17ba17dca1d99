import { fill, halftone, hills, moon, rain, starrySky, sunburst } from '../drawing/backdrops.ts'
import { cat } from '../drawing/cat.ts'
import { INK, PALETTES } from '../drawing/color.ts'
import { capybara, duck, goose } from '../drawing/critters.ts'
import type { Mood } from '../drawing/mood.ts'
import { person } from '../drawing/person.ts'
import { frond, noodleBowl, plant, steam } from '../drawing/plants.ts'
import type { Drawing, PictureFormat } from '../drawing/render.ts'
import { robot } from '../drawing/robot.ts'
import { desk, office, room, shelf, windowPane } from '../drawing/rooms.ts'
import { groundShadow, limb, patch, place, solid, stroke } from '../drawing/shapes.ts'
import { motorbike, street } from '../drawing/street.ts'
import { el, oval, roundRect } from '../drawing/svg.ts'
import { thing } from '../drawing/things.ts'
import { captionAt, still, type Template, topAndBottom } from './template.ts'

/** Scenes with a caption at the top and one at the bottom: captions are [top, bottom]. */
function classic(
  width: number,
  height: number,
  format: PictureFormat,
  scene: (w: number, h: number) => string,
): Template {
  return {
    captions: [2, 2],
    draw: (captions): Drawing =>
      still(
        width,
        height,
        format,
        scene(width, height),
        topAndBottom(width, height, captionAt(captions, 0), captionAt(captions, 1)),
      ),
  }
}

function officeCat(w: number, h: number): string {
  return (
    office(w, h, PALETTES.sky) +
    halftone(0, h * 0.3, w, h * 0.4, '#5b8def', 0.2) +
    place(
      { x: w * 0.5, y: h * 0.8, scale: 1.22 },
      () =>
        cat({ mood: 'stare', coat: 'ginger' }) +
        solid('M-16 -196H16L10 -170L26 -70L0 -40L-26 -70L-10 -170Z', '#d9423f', { light: [-6, -4] }),
    ) +
    desk(w, h, h * 0.75) +
    place({ x: w * 0.2, y: h * 0.77, scale: 1.05 }, () => thing('laptop')) +
    place({ x: w * 0.83, y: h * 0.77, scale: 0.95 }, () => thing('mug'))
  )
}

function wiseDuck(w: number, h: number): string {
  const p = PALETTES.ocean
  return (
    sunburst(w, h, w / 2, h * 0.52, p.wall, '#63c3cd', 16) +
    halftone(0, h * 0.55, w, h * 0.45, p.deep, 0.3) +
    groundShadow(w / 2, h * 0.82, 330, 46) +
    place({ x: w * 0.5, y: h * 0.82, scale: 1.7 }, () => thing('books')) +
    place({ x: w * 0.52, y: h * 0.565, scale: 0.98 }, () => duck('zen')) +
    stroke(
      `M${w * 0.24} ${h * 0.36}l-46 -22M${w * 0.21} ${h * 0.45}h-52M${w * 0.76} ${h * 0.36}l46 -22M${w * 0.79} ${h * 0.45}h52`,
      '#ffffff',
      1.6,
    )
  )
}

function gooseGetaway(w: number, h: number): string {
  return (
    street(w, h, { groundY: h * 0.66, seed: 'goose street', palette: PALETTES.butter }) +
    groundShadow(w * 0.53, h * 0.78, 220, 22) +
    stroke(
      `M${w * 0.76} ${h * 0.5}h150M${w * 0.8} ${h * 0.57}h170M${w * 0.78} ${h * 0.64}h120M${w * 0.74} ${h * 0.71}h170`,
      '#ffffff',
      1.5,
    ) +
    patch(
      oval(w * 0.71, h * 0.78, 40, 17) + oval(w * 0.77, h * 0.77, 26, 12) + oval(w * 0.66, h * 0.79, 22, 10),
      '#e9e4dc',
    ) +
    place({ x: w * 0.54, y: h * 0.78, scale: 1.12, rotate: -9 }, () => goose('angry')) +
    place({ x: w * 0.235, y: h * 0.475, scale: 0.68, rotate: 14 }, () => thing('sandwich'))
  )
}

function capybaraBath(w: number, h: number): string {
  const water = '#6fc7c0'
  const ripple = (x: number, y: number, r: number) =>
    stroke(`M${x - r} ${y}q${r * 0.5} 12 ${r} 0t${r} 0`, '#d8f7f0', 1.1)
  return (
    fill(w, h, '#ffd9b8') +
    el('circle', { cx: w * 0.5, cy: h * 0.4, r: h * 0.27, fill: '#ff9d6b', stroke: 'none' }) +
    hills(w, h * 0.9, PALETTES.matcha, 'bath hills') +
    frond(30, h * 0.66, 300, 18, '#4fa35b') +
    frond(110, h * 0.68, 250, 48, '#6fb85f') +
    frond(w - 30, h * 0.66, 320, -18, '#4fa35b') +
    frond(w - 110, h * 0.68, 240, -46, '#6fb85f') +
    place(
      { x: w * 0.5, y: h * 0.8, scale: 1.28 },
      () =>
        capybara('zen') +
        solid(oval(6, -326, 42, 40), '#ffa32b') +
        solid('M6 -364C26 -392 58 -388 64 -376C50 -360 26 -354 6 -364Z', '#4fa35b', { light: [-3, -3] }),
    ) +
    el('rect', { x: -20, y: h * 0.7, width: w + 40, height: h * 0.3 + 20, fill: water, stroke: 'none' }) +
    patch(oval(w * 0.5, h * 0.71, 300, 34), '#9be0d6') +
    stroke(`M-20 ${h * 0.7}H${w * 0.26}M${w * 0.74} ${h * 0.7}H${w + 20}`, INK, 0.9) +
    ripple(w * 0.2, h * 0.8, 60) +
    ripple(w * 0.74, h * 0.84, 80) +
    ripple(w * 0.45, h * 0.78, 50) +
    ripple(w * 0.5, h * 0.92, 70) +
    solid(oval(w * 0.17, h * 0.735, 40, 36), '#ffa32b') +
    solid(oval(w * 0.83, h * 0.76, 36, 33), '#ffc12b') +
    steam(w * 0.16, h * 0.6) +
    steam(w * 0.84, h * 0.58)
  )
}

function robotGardener(w: number, h: number): string {
  const can = () =>
    limb([60, -70, 120, -110, 150, -120], 20, '#5b8def') +
    el('path', { d: 'M-50 -80C-120 -110 -110 -20 -50 -24', 'stroke-width': 20 }) +
    solid(roundRect(-60, -110, 130, 110, 18), '#5b8def') +
    stroke('M158 -100l10 26M176 -110l18 24M166 -60l6 22', '#8ed6ff', 1.2)
  return (
    room(w, h, h * 0.7, PALETTES.mint) +
    windowPane(w * 0.1, h * 0.22, w * 0.24, h * 0.28, 'day') +
    shelf(w * 0.62, h * 0.37, w * 0.3, ['books', 'mug', 'clock']) +
    groundShadow(w * 0.34, h * 0.8, 170) +
    groundShadow(w * 0.72, h * 0.8, 150) +
    place({ x: w * 0.34, y: h * 0.8, scale: 1.05 }, () => robot('starry', '#c3cede', 'hold')) +
    place({ x: w * 0.4, y: h * 0.71, scale: 0.9 }, can) +
    place({ x: w * 0.73, y: h * 0.8, scale: 1.06 }, () => plant('gloomy', 0.1))
  )
}

function overloadedBike(w: number, h: number): string {
  const rider = () =>
    person({
      mood: 'deadpan',
      hair: 'helmet',
      hairColor: '#f2b632',
      outfit: 'hoodie',
      color: '#46608f',
      right: [150, -60],
      left: [126, -48],
    })
  const y = (share: number) => h * (share - 0.13)
  return (
    street(w, h, { groundY: h * 0.68, seed: 'delivery street', palette: PALETTES.apricot }) +
    groundShadow(w * 0.5, y(0.95), 300, 24) +
    place({ x: w * 0.37, y: y(0.77), scale: 0.92 }, () => thing('box')) +
    place({ x: w * 0.27, y: y(0.77), scale: 0.74 }, () => thing('rice-cooker')) +
    place({ x: w * 0.325, y: y(0.645), scale: 0.92, rotate: 4 }, () => thing('box')) +
    place({ x: w * 0.27, y: y(0.525), scale: 0.7, rotate: -5 }, () => thing('fan')) +
    place({ x: w * 0.375, y: y(0.525), scale: 0.5 }, () => plant('nervous', 1)) +
    stroke(
      `M${w * 0.23} ${y(0.78)}Q${w * 0.21} ${y(0.6)} ${w * 0.29} ${y(0.52)}M${w * 0.43} ${y(0.77)}Q${w * 0.44} ${y(0.6)} ${w * 0.38} ${y(0.52)}`,
      '#f5ead2',
      0.8,
    ) +
    place({ x: w * 0.5, y: y(0.95), scale: 1.02 }, () => motorbike({ color: '#3f8f8a' })) +
    place({ x: w * 0.51, y: y(0.81), scale: 0.74 }, rider) +
    stroke(`M${w * 0.06} ${y(0.8)}h110M${w * 0.03} ${y(0.86)}h150M${w * 0.08} ${y(0.92)}h90`, '#ffffff', 1.4)
  )
}

function noodleMorning(w: number, h: number): string {
  const p = PALETTES.apricot
  return (
    sunburst(w, h, w * 0.5, h * 0.5, '#ffb77f', '#ffc797', 18) +
    el('circle', { cx: w / 2, cy: h * 0.5, r: 330, fill: '#ffe3a6', stroke: 'none' }) +
    el('rect', { x: -10, y: h * 0.7, width: w + 20, height: h * 0.4, fill: p.floor, stroke: 'none' }) +
    stroke(`M-10 ${h * 0.7}H${w + 10}`) +
    halftone(0, h * 0.6, w, h * 0.4, p.deep, 0.18) +
    groundShadow(w * 0.49, h * 0.765, 260, 30) +
    steam(w * 0.46, h * 0.42) +
    place({ x: w * 0.48, y: h * 0.755, scale: 1.22 }, () => noodleBowl('joy')) +
    place({ x: w * 0.12, y: h * 0.76, scale: 0.86 }, () => thing('iced-coffee')) +
    place({ x: w * 0.87, y: h * 0.76, scale: 0.62 }, () => thing('egg'))
  )
}

function shelter(w: number, h: number, mood: Mood): string {
  const ground = h * 0.82
  return (
    solid(
      roundRect(w * 0.16, h * 0.3, 22, ground - h * 0.3, 6) + roundRect(w * 0.82, h * 0.3, 22, ground - h * 0.3, 6),
      '#8a93a8',
    ) +
    el('rect', {
      x: w * 0.18,
      y: h * 0.36,
      width: w * 0.64,
      height: ground - h * 0.42,
      fill: '#a9d3e6',
      opacity: '0.28',
    }) +
    solid(roundRect(w * 0.09, h * 0.27, w * 0.82, 54, 14), '#e5493a', { light: [0, -14] }) +
    solid(roundRect(w * 0.22, ground - 96, w * 0.56, 26, 8), '#c98d5a', { light: [0, -8] }) +
    stroke(`M${w * 0.28} ${ground - 70}V${ground}M${w * 0.72} ${ground - 70}V${ground}`, INK, 2) +
    place({ x: w * 0.5, y: ground - 92, scale: 0.86 }, () =>
      person({ mood, hair: 'messy', outfit: 'shirt', color: '#8fb7e8', tilt: -5 }),
    ) +
    limb([w * 0.47, ground - 96, w * 0.46, ground - 46, w * 0.46, ground - 6], 52, '#3a4668') +
    limb([w * 0.53, ground - 96, w * 0.54, ground - 46, w * 0.54, ground - 6], 52, '#3a4668') +
    place({ x: w * 0.68, y: ground - 94, scale: 0.56 }, () => thing('umbrella'))
  )
}

function busStop(w: number, h: number): string {
  return (
    street(w, h, { groundY: h * 0.76, seed: 'last bus', night: true }) +
    patch(oval(w * 0.5, h * 0.87, w * 0.42, 40), '#4d5590') +
    rain(w, h, 'bus rain') +
    shelter(w, h, 'tired')
  )
}

function moonCat(w: number, h: number): string {
  return (
    starrySky(w, h, '#2b2f66', 'roof cat') +
    moon(w * 0.5, h * 0.46, 250) +
    patch(
      `M-10 ${h * 0.78}L${w * 0.3} ${h * 0.66}L${w * 0.62} ${h * 0.78}L${w * 0.8} ${h * 0.71}L${w + 10} ${h * 0.8}V${h + 10}H-10Z`,
      '#191b40',
    ) +
    solid(roundRect(-20, h * 0.76, w + 40, h * 0.3, 0), '#5a3f6e', { light: [0, -20] }) +
    stroke(
      Array.from(
        { length: 14 },
        (_, i) =>
          `M${i * 82 - 20} ${h * 0.76}q41 60 82 0M${i * 82 - 60} ${h * 0.84}q41 60 82 0M${i * 82 - 20} ${h * 0.92}q41 60 82 0`,
      ).join(''),
      '#33244a',
      0.9,
    ) +
    place({ x: w * 0.5, y: h * 0.775, scale: 1.02 }, () => cat({ mood: 'gloomy', coat: 'black' }))
  )
}

export const CLASSICS = {
  'office-cat': classic(1080, 1080, 'jpeg', officeCat),
  'wise-duck': classic(1000, 1000, 'png', wiseDuck),
  'goose-getaway': classic(1200, 1060, 'jpeg', gooseGetaway),
  'capybara-bath': classic(1080, 1080, 'webp', capybaraBath),
  'robot-gardener': classic(1000, 1100, 'jpeg', robotGardener),
  'overloaded-bike': classic(1100, 1180, 'jpeg', overloadedBike),
  'noodle-morning': classic(1080, 1080, 'webp', noodleMorning),
  'bus-stop': classic(1000, 1200, 'jpeg', busStop),
  'moon-cat': classic(900, 1100, 'webp', moonCat),
} as const satisfies Record<string, Template>
