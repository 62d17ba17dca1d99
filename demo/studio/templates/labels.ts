import { cloud, fill, halftone, hills, rain, sunburst } from '../drawing/backdrops.ts'
import { cat } from '../drawing/cat.ts'
import { INK, PALETTES } from '../drawing/color.ts'
import { frog } from '../drawing/critters.ts'
import { dog } from '../drawing/dog.ts'
import { person } from '../drawing/person.ts'
import { cactus } from '../drawing/plants.ts'
import { pictureFrame, room, windowPane } from '../drawing/rooms.ts'
import { groundShadow, limb, patch, place, solid, stroke } from '../drawing/shapes.ts'
import { el, num, oval, roundRect, star } from '../drawing/svg.ts'
import { textBox } from '../drawing/text.ts'
import { thing } from '../drawing/things.ts'
import { captionAt, label, still, type Template } from './template.ts'

function tree(x: number, y: number, size: number, leaves: string): string {
  return (
    solid(roundRect(x - size * 0.1, y - size, size * 0.2, size, 6), '#9c6b45') +
    solid(oval(x, y - size * 1.25, size * 0.52, size * 0.5), leaves)
  )
}

function deadTree(x: number, y: number, size: number): string {
  const twig = (dx: number, dy: number) =>
    limb(
      [x, y - size * 0.6, x + dx * 0.5, y - size * 0.6 + dy * 0.3, x + dx, y - size * 0.6 + dy],
      size * 0.07,
      '#4b4258',
    )
  return (
    limb([x, y, x - 6, y - size * 0.5, x + 4, y - size], size * 0.13, '#4b4258') +
    twig(size * 0.4, -size * 0.4) +
    twig(-size * 0.36, -size * 0.3)
  )
}

function crossroadsScene(w: number, h: number): string {
  const road = (x: number) =>
    patch(
      `M${num(w / 2 - 150)} ${h + 10}C${num(w / 2 - 70)} ${h * 0.74} ${num(x - 60)} ${h * 0.68} ${num(x - 20)} ${h * 0.46}H${num(x + 20)}C${num(x + 70)} ${h * 0.68} ${num(w / 2 + 90)} ${h * 0.76} ${num(w / 2 + 150)} ${h + 10}Z`,
      '#ecd6a8',
    )
  const half = `M${w / 2} -10H${w + 10}V${h + 10}H${w / 2}Z`
  return (
    fill(w, h, '#bfe9ff') +
    patch(oval(90, h * 0.4, 70), '#ffe08a') +
    cloud(330, h * 0.36, 150) +
    patch(`M-10 ${h * 0.5}Q240 ${h * 0.4} ${w / 2} ${h * 0.5}V${h + 10}H-10Z`, '#9bd07a') +
    patch(half, '#4c4a7d') +
    patch(oval(w * 0.88, h * 0.39, 100, 34) + oval(w * 0.8, h * 0.37, 70, 36), '#2f2d57') +
    stroke(`M${w * 0.86} ${h * 0.42}l-34 44h36l-30 50`, '#ffd23f', 1.6) +
    patch(`M${w / 2} ${h * 0.5}Q760 ${h * 0.4} ${w + 10} ${h * 0.5}V${h + 10}H${w / 2}Z`, '#4d5a4b') +
    road(w * 0.25) +
    road(w * 0.75) +
    tree(70, h * 0.66, 120, '#5fae6b') +
    tree(390, h * 0.56, 80, '#6fbf62') +
    deadTree(w - 80, h * 0.68, 180) +
    deadTree(w * 0.6, h * 0.56, 110) +
    halftone(0, h * 0.6, w, h * 0.4, INK, 0.12)
  )
}

/** Two roads and a doubter: captions are the sign on the left, the sign on the right, and the walker's name. */
const crossroads: Template = {
  captions: [3, 3],
  draw: (captions) => {
    const [w, h] = [1000, 1120]
    const sign = (x: number, text: string, color: string) =>
      limb([x, h * 0.56, x, h * 0.24], 22, '#a9714c') +
      solid(roundRect(x - 220, h * 0.05, 440, h * 0.23, 18), color) +
      patch(oval(x - 196, h * 0.05 + 24, 7) + oval(x + 196, h * 0.05 + 24, 7), '#7a5a3c') +
      textBox(
        text,
        { x: x - 190, y: h * 0.05 + 16, w: 380, h: h * 0.23 - 32 },
        { font: 'heavy', max: 48, min: 24, fill: INK, leading: 1.2 },
      )
    return still(
      w,
      h,
      'jpeg',
      crossroadsScene(w, h),
      sign(w * 0.25, captionAt(captions, 0), '#fff1a8'),
      sign(w * 0.75, captionAt(captions, 1), '#e6dcf5'),
      groundShadow(w / 2, h * 0.88, 150, 18),
      place({ x: w / 2 - 10, y: h * 0.88, scale: 0.86 }, () => dog({ mood: 'nervous', breed: 'husky' })),
      textBox(
        captionAt(captions, 2),
        { x: 100, y: h * 0.885, w: 800, h: 116 },
        { font: 'caption', max: 72, min: 36, fill: '#ffffff', stroke: INK, outline: 0.2, upper: true },
      ),
    )
  },
}

function leashScene(w: number, h: number): string {
  return (
    fill(w, h, '#c9ecff') +
    cloud(210, 150, 220) +
    cloud(900, 110, 190) +
    hills(w, h * 0.86, PALETTES.matcha, 'park hills') +
    tree(120, h * 0.62, 170, '#5fae6b') +
    tree(1010, h * 0.6, 140, '#6fbf62') +
    el('rect', { x: -10, y: h * 0.78, width: w + 20, height: h * 0.3, fill: '#e8cf9f', stroke: 'none' }) +
    stroke(`M-10 ${h * 0.78}H${w + 10}`) +
    stroke('M60 640h120M30 700h90M110 760h70', '#ffffff', 1.5) +
    groundShadow(300, h * 0.93, 170, 18) +
    groundShadow(690, h * 0.93, 140, 18) +
    place({ x: 262, y: h * 0.86, scale: 0.82, rotate: 24 }, () =>
      person({
        mood: 'panic',
        hair: 'messy',
        hairColor: '#7a3b2e',
        outfit: 'hoodie',
        color: '#7a5cff',
        right: [150, -150],
        left: [-130, -200],
      }),
    ) +
    limb([214, h * 0.86, 150, h * 0.89, 70, h * 0.88], 54, '#3a4668') +
    limb([250, h * 0.88, 200, h * 0.93, 120, h * 0.94], 54, '#3a4668') +
    stroke('M425 711Q550 600 664 706', '#d9423f', 1.8) +
    place({ x: 690, y: h * 0.94, scale: 0.86, rotate: 6 }, () => dog({ mood: 'starry', breed: 'shiba' })) +
    stroke('M560 420l-34 -20M548 470h-40M850 420l34 -20', INK, 0.9) +
    place({ x: 1010, y: h * 0.9, scale: 0.86 }, () => thing('sandwich'))
  )
}

/** A dog drags a person towards something: captions are the dog, the person, the something. */
const leash: Template = {
  captions: [3, 3],
  draw: (captions) => {
    const [w, h] = [1160, 900]
    return still(
      w,
      h,
      'jpeg',
      leashScene(w, h),
      label(captionAt(captions, 0), { x: 520, y: 270, w: 380, h: 120 }),
      label(captionAt(captions, 1), { x: 130, y: 250, w: 380, h: 120 }),
      label(captionAt(captions, 2), { x: 850, y: 560, w: 300, h: 120 }, { fill: '#ffe08a' }),
    )
  },
}

function tableScene(w: number, h: number): string {
  return (
    room(w, h, h * 0.9, PALETTES.lilac) +
    windowPane(w * 0.06, h * 0.08, 230, 250, 'day') +
    pictureFrame(w * 0.34, h * 0.1, 170, 140, PALETTES.mint) +
    place({ x: w * 0.24, y: h * 0.92, scale: 0.9 }, () =>
      person({
        mood: 'panic',
        hair: 'bob',
        hairColor: '#3a2a2e',
        outfit: 'pyjamas',
        color: '#ff8fb3',
        left: [-150, -240],
        right: [160, -220],
      }),
    ) +
    solid(roundRect(w * 0.4, h * 0.62, w * 0.52, 44, 10), '#c98d5a', { light: [0, -10] }) +
    solid(roundRect(w * 0.46, h * 0.62 + 44, 36, h, 4) + roundRect(w * 0.84, h * 0.62 + 44, 36, h, 4), '#a9714c') +
    place({ x: w * 0.72, y: h * 0.625, scale: 0.92 }, () => cat({ mood: 'smug', coat: 'grey', paw: -1, tail: 0.6 })) +
    place({ x: w * 0.455, y: h * 0.625, scale: 0.7, rotate: -20 }, () => thing('mug')) +
    stroke(`M${w * 0.38} ${h * 0.5}l-26 -16M${w * 0.365} ${h * 0.56}h-32`, INK, 0.9)
  )
}

/** A cat pushes a cup off the table before its owner's eyes: captions are the cat, the cup, the owner. */
const catPushes: Template = {
  captions: [3, 3],
  draw: (captions) => {
    const [w, h] = [1100, 1000]
    return still(
      w,
      h,
      'webp',
      tableScene(w, h),
      label(captionAt(captions, 0), { x: 600, y: 20, w: 420, h: 120 }),
      label(captionAt(captions, 1), { x: 360, y: 350, w: 260, h: 120 }, { fill: '#ffe08a', max: 36 }),
      label(captionAt(captions, 2), { x: 40, y: 850, w: 460, h: 120 }),
    )
  },
}

function ball(x: number, y: number, r: number, color: string, text: string): string {
  return (
    solid(oval(x, y, r, r), color, {
      light: [-14, -14],
      marks: patch(star(x, y, r * 1.3, r * 0.9, 8), '#ffffff', 0.12),
    }) +
    textBox(
      text,
      { x: x - r * 0.84, y: y - r * 0.6, w: r * 1.68, h: r * 1.2 },
      { font: 'heavy', max: 34, min: 17, fill: INK, leading: 1.12 },
    )
  )
}

/** A frog that juggles: captions are the frog, then three balls. */
const juggler: Template = {
  captions: [4, 4],
  draw: (captions) => {
    const [w, h] = [1000, 1120]
    return still(
      w,
      h,
      'png',
      sunburst(w, h, w / 2, h * 0.66, '#f78f7a', '#f9a08c', 18),
      el('ellipse', { cx: w / 2, cy: h * 0.98, rx: 480, ry: 130, fill: '#fff1dc' }),
      halftone(0, h * 0.3, w, h * 0.7, '#5c1626', 0.2, 30),
      stroke(`M250 560Q170 200 ${w / 2} 130Q830 200 750 560`, '#fff1dc', 1),
      groundShadow(w / 2, h * 0.92, 200, 22),
      place({ x: w / 2, y: h * 0.92, scale: 1.34 }, () => frog('panic', '#7fbf5a', 'up')),
      ball(200, 400, 128, '#ffd95a', captionAt(captions, 1)),
      ball(500, 166, 128, '#8fd3c8', captionAt(captions, 2)),
      ball(800, 400, 128, '#a9c8ff', captionAt(captions, 3)),
      label(captionAt(captions, 0), { x: 200, y: h - 124, w: 600, h: 100 }, { max: 44 }),
    )
  },
}

/** A cactus in the rain with an umbrella held over it: captions are the umbrella, the cactus, the rain. */
const umbrella: Template = {
  captions: [3, 3],
  draw: (captions) => {
    const [w, h] = [1000, 1060]
    return still(
      w,
      h,
      'webp',
      fill(w, h, '#7f9bb8'),
      hills(w, h, { ...PALETTES.ocean, wall: '#8fa9c4', floor: '#5b7a8f' }, 'wet hills'),
      rain(w, h, 'cactus rain'),
      groundShadow(w / 2, h * 0.93, 180, 20),
      place({ x: w / 2, y: h * 0.93, scale: 1.3 }, () => cactus('love')),
      place({ x: w * 0.655, y: h * 0.6, scale: 2.1, rotate: 10 }, () => thing('umbrella')),
      label(captionAt(captions, 2), { x: 60, y: 24, w: 880, h: 110 }, { fill: '#dff1ff' }),
      label(captionAt(captions, 0), { x: 440, y: 240, w: 420, h: 130 }, { rotate: 8 }),
      label(captionAt(captions, 1), { x: 240, y: h - 130, w: 520, h: 110 }),
    )
  },
}

export const LABELS = {
  crossroads,
  leash,
  'cat-pushes': catPushes,
  juggler,
  'cactus-umbrella': umbrella,
} as const satisfies Record<string, Template>
