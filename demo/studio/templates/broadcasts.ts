import { cloud, fill, halftone, stripes, sunburst } from '../drawing/backdrops.ts'
import { INK, PALETTES } from '../drawing/color.ts'
import { duck, frog } from '../drawing/critters.ts'
import { clipped, line, patch, place, solid, stroke } from '../drawing/shapes.ts'
import { el, oval, poly, roundRect, star } from '../drawing/svg.ts'
import { type TextStyle, textBox } from '../drawing/text.ts'
import { captionAt, fields, still, type Template } from './template.ts'

/** Signs of the weather, each around its middle and some 130 wide. */
const SKIES: Record<string, () => string> = {
  sun: () =>
    el('path', { d: star(0, 0, 66, 46, 12), fill: '#ffb52e' }) + el('circle', { cx: 0, cy: 0, r: 36, fill: '#ffe08a' }),
  cloud: () => greyCloud('#eef3f8'),
  rain: () => greyCloud('#b8c7d9') + stroke('M-34 40l-8 24M0 40l-8 24M34 40l-8 24', '#5b8def', 1.3),
  storm: () =>
    greyCloud('#8d8aa8') +
    el('path', {
      d: poly([
        [-4, 26],
        [-26, 62],
        [-4, 58],
        [-16, 92],
        [26, 48],
        [4, 50],
        [18, 26],
      ]),
      fill: '#ffd23f',
    }),
  heart: () => el('path', { d: 'M0 56C-92 -6 -50 -72 0 -26C50 -72 92 -6 0 56Z', fill: '#f2545b' }),
  bed: () =>
    solid(roundRect(-66, -6, 132, 44, 10), '#7a5cff') +
    solid(roundRect(-60, -34, 50, 34, 12), '#ffffff') +
    stroke('M-66 -40V54M66 10V54'),
  noodle: () =>
    solid('M-62 -10H62C58 34 34 50 22 50H-22C-34 50 -58 34 -62 -10Z', '#f2545b') +
    stroke('M-40 -28q8 -12 0 -24M0 -28q8 -12 0 -24M40 -28q8 -12 0 -24', INK, 0.9),
  money: () =>
    solid(roundRect(-64, -34, 128, 70, 10), '#8fce8a') +
    el('circle', { cx: 0, cy: 1, r: 22, fill: '#dff5d8' }) +
    stroke('M-50 -20v10M50 12v10'),
}

function greyCloud(color: string): string {
  return solid('M-62 26C-84 26 -84 -12 -54 -12C-54 -52 4 -60 20 -28C56 -44 84 26 50 26Z', color, { light: [-6, -6] })
}

function studio(w: number, h: number): string {
  return (
    stripes(w, h, '#2a6f8f', '#2f7a9d', 90) +
    halftone(0, h * 0.3, w, h * 0.7, '#12162e', 0.3, 30) +
    solid(roundRect(330, 190, 800, 480, 26), '#d8f0fb', { shade: 0.08 }) +
    patch('M390 560q60 -50 120 -20t150 -60t140 30t230 -70V620Q760 650 390 640Z', '#a9d99a') +
    cloud(980, 270, 120) +
    cloud(470, 300, 90)
  )
}

/** A forecast read by a frog: captions are a title, then four `day|sign|outlook`. */
const forecast: Template = {
  captions: [5, 5],
  draw: (captions) => {
    const [w, h] = [1180, 920]
    const small: TextStyle = { font: 'heavy', max: 32, min: 17, fill: INK, leading: 1.14 }
    const days = captions.slice(1).map((caption, i) => {
      const [day = '', sign = '', outlook = ''] = fields(caption, 3)
      const sky = SKIES[sign]
      if (sky === undefined) throw new Error(`No sky named ${sign}`)
      const x = 352 + i * 194
      return (
        el('path', { d: roundRect(x, 214, 176, 432, 18), fill: '#fffdf5', 'stroke-width': line(0.8) }) +
        textBox(day, { x: x + 8, y: 226, w: 160, h: 64 }, { ...small, max: 36 }) +
        place({ x: x + 88, y: 380, scale: 0.95 }, sky) +
        textBox(outlook, { x: x + 8, y: 486, w: 160, h: 150 }, small)
      )
    })
    const tie = solid('M-16 -140H16L10 -116L22 -50L0 -26L-22 -50L-10 -116Z', '#d9423f', { light: [-5, -4] })
    return still(
      w,
      h,
      'jpeg',
      studio(w, h),
      el('path', { d: roundRect(330, 40, 800, 124, 20), fill: '#ffd66b' }),
      textBox(
        captionAt(captions, 0),
        { x: 356, y: 50, w: 748, h: 104 },
        { font: 'caption', max: 66, min: 34, fill: INK, upper: true },
      ),
      ...days,
      place({ x: 166, y: 800, scale: 1.02 }, () => frog('happy') + tie),
      solid(roundRect(-20, 770, w + 40, 170, 0), '#c9523a', { light: [0, -14] }),
      patch(`M-20 812H${w + 20}v22H-20Z`, '#ffd66b'),
      patch(star(120, 866, 30, 13, 5) + star(w - 120, 866, 30, 13, 5), '#ffd66b'),
    )
  },
}

const HERO = [
  '..k.........k...',
  '.kok.......kok..',
  '.kook.....kook..',
  '.koookkkkkoook..',
  '.koooooooooook..',
  '.kooowkooowkok..',
  '.koookkoookkok..',
  '.kooooooooooook.',
  '.koowwwpwwwoook.',
  '..kowwwwwwwook..',
  '...kkkkkkkkkk...',
  '..kbbbbbbbbbk.k.',
  '.kobbbybbbbbokok',
  '.kobbbbbbbbboook',
  '..kkoookkooookk.',
  '...kkkk..kkkk...',
]

const SLIME = [
  '................',
  '.....gggggg.....',
  '...ggGGGGGGgg...',
  '..gGGGlGGGGGGg..',
  '..gGllGGGGGGGg..',
  '.gGGGGGGGGGGGGg.',
  '.gGGkkGGGGkkGGg.',
  '.gGGkwGGGGkwGGg.',
  'gGGGkkGGGGkkGGGg',
  'gGGGGGGGGGGGGGGg',
  'gGGGGGkkkkGGGGGg',
  'gGGGGGGGGGGGGGGg',
  '.gggggggggggggg.',
]

const PIXELS: Record<string, string> = {
  k: '#241f31',
  o: '#f4a04a',
  w: '#ffffff',
  p: '#f0808c',
  b: '#3f6fd8',
  y: '#ffd23f',
  g: '#2f7f5f',
  G: '#5fd39a',
  l: '#c9f7df',
}

function sprite(rows: readonly string[], x: number, y: number, size: number): string {
  const paths = new Map<string, string>()
  rows.forEach((row, j) => {
    ;[...row].forEach((key, i) => {
      const color = PIXELS[key]
      if (color !== undefined)
        paths.set(color, `${paths.get(color) ?? ''}M${x + i * size} ${y + j * size}h${size}v${size}h${-size}Z`)
    })
  })
  return [...paths].map(([color, d]) => patch(d, color)).join('')
}

function pixelField(w: number, h: number): string {
  let grass = ''
  let flowers = ''
  for (let i = 0; i < 60; i++) {
    const [x, y] = [((i * 197) % w) - ((i * 197) % 12), 520 + ((i * 89) % 300) - ((i * 89) % 12)]
    grass += `M${x} ${y}h12v12h-12Zm24 0h12v12h-12Zm-12 12h12v12h-12Z`
    if (i % 6 === 0) flowers += `M${x + 60} ${y}h12v12h-12Zm-12 12h12v12h-12Zm24 0h12v12h-12Zm-12 12h12v12h-12Z`
  }
  const puffs = (x: number, y: number) => `M${x} ${y}h180v36h-180ZM${x + 36} ${y - 36}h96v36h-96Z`
  let mountains = ''
  for (let i = 0; i < 12; i++)
    mountains += `M${120 + i * 24} ${480 - i * 24}h${(12 - i) * 48}v24h${-(12 - i) * 48}ZM${560 + i * 24} ${480 - i * 18}h${(12 - i) * 48}v18h${-(12 - i) * 48}Z`
  return (
    fill(w, h, '#8ed1fc') +
    patch(puffs(120, 120) + puffs(700, 180), '#ffffff') +
    patch(mountains, '#8a8fd0') +
    el('rect', { x: 0, y: 492, width: w, height: h, fill: '#7ccf6b', stroke: 'none' }) +
    patch(grass, '#58ad55') +
    patch(flowers, '#ffe08a')
  )
}

function dialogFrame(x: number, y: number, w: number, h: number): string {
  return (
    patch(roundRect(x, y, w, h), INK) +
    patch(roundRect(x + 8, y + 8, w - 16, h - 16), '#ffffff') +
    patch(roundRect(x + 16, y + 16, w - 32, h - 32), '#26305c')
  )
}

/** A scene from a game: captions are the speaker, what they say, and two choices. */
const questDialog: Template = {
  captions: [4, 4],
  draw: (captions) => {
    const [w, h] = [1080, 1080]
    const style: TextStyle = {
      font: 'heavy',
      max: 42,
      min: 26,
      fill: '#ffffff',
      align: 'start',
      valign: 'top',
      leading: 1.25,
    }
    return still(
      w,
      h,
      'png',
      pixelField(w, h),
      patch(oval(262, 660, 130, 18) + oval(806, 660, 140, 18), INK, 0.2),
      sprite(HERO, 130, 390, 17),
      sprite(SLIME, 660, 430, 18),
      dialogFrame(36, 700, w - 72, 344),
      dialogFrame(60, 648, 420, 92),
      textBox(
        captionAt(captions, 0),
        { x: 88, y: 664, w: 364, h: 60 },
        { ...style, fill: '#ffd66b', valign: 'middle', max: 36, min: 22 },
      ),
      textBox(captionAt(captions, 1), { x: 84, y: 762, w: w - 168, h: 120 }, style),
      patch(
        poly([
          [90, 906],
          [112, 919],
          [90, 932],
        ]),
        '#ffd66b',
      ),
      textBox(
        captionAt(captions, 2),
        { x: 130, y: 890, w: w - 220, h: 58 },
        { ...style, max: 36, min: 22, valign: 'middle', fill: '#ffd66b' },
      ),
      textBox(
        captionAt(captions, 3),
        { x: 130, y: 956, w: w - 220, h: 58 },
        { ...style, max: 36, min: 22, valign: 'middle' },
      ),
    )
  },
}

/** A medal for nothing much: captions are the line above, the deed, and the small print. */
const medal: Template = {
  captions: [3, 3],
  draw: (captions) => {
    const [w, h] = [1000, 1000]
    const p = PALETTES.rose
    const ring = oval(500, 420, 208)
    return still(
      w,
      h,
      'webp',
      sunburst(w, h, 500, 420, '#ffc7d3', '#ffd6df', 20),
      solid('M330 500L250 760L340 726L394 800L470 560ZM670 500L750 760L660 726L606 800L530 560Z', '#5b6bd6'),
      solid(star(500, 420, 290, 248, 24), '#f2b632', { light: [-14, -14] }),
      el('path', { d: ring, fill: '#fff3c4' }),
      clipped(
        ring,
        halftone(280, 380, 440, 260, '#f2b632', 0.5, 22),
        place({ x: 530, y: 596, scale: 0.86 }, () => duck('proud')),
      ),
      el('path', { d: ring }),
      textBox(
        captionAt(captions, 0),
        { x: 60, y: 24, w: 880, h: 92 },
        { font: 'comic', max: 74, min: 36, fill: p.deep, upper: true },
      ),
      solid(roundRect(70, 680, 860, 148, 24), '#f2545b', { light: [0, -12] }),
      textBox(
        captionAt(captions, 1),
        { x: 100, y: 692, w: 800, h: 116 },
        { font: 'caption', max: 64, min: 32, fill: '#ffffff', upper: true },
      ),
      textBox(
        captionAt(captions, 2),
        { x: 90, y: 850, w: 820, h: 120 },
        { font: 'heavy', max: 38, min: 24, fill: p.deep, leading: 1.2 },
      ),
    )
  },
}

export const BROADCASTS = {
  forecast,
  'quest-dialog': questDialog,
  medal,
} as const satisfies Record<string, Template>
