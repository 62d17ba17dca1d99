import sharp from 'sharp'
import { STYLES as CAPTION_STYLES, drawCaption, drawScene, random } from './draw.ts'
import { drawBusyPhotograph, drawLineArt } from './grounds.ts'
import { drawChat, drawPost } from './screenshots.ts'
import { type Language, sentencesOf } from './sentences.ts'
import { type Paragraph, setText } from './typesetting.ts'

/** A picture with its words. */
export interface Sample {
  picture: Buffer
  /** The words that people would search for. */
  text: string
  /** Other words in the picture: names, times, buttons. */
  beside: string
  style: string
  language: Language
}

/** Typefaces of screen text, handwriting and captions. */
const FACES = {
  seen: { screen: ['roboto-400', 'be-vietnam-pro-400'], hand: ['patrick-hand-400'], bold: ['roboto-700', 'lora-700'] },
  unseen: {
    screen: ['open-sans-400', 'lora-400'],
    hand: ['pangolin-400', 'mali-400'],
    bold: ['open-sans-700', 'oswald-500'],
  },
}

interface Draw {
  next: () => number
  /** Takes sentences that this picture has not used. */
  say: (count: number) => string[]
  faces: (typeof FACES)['seen']
  seed: string
}
type Drawn = Omit<Sample, 'style' | 'language'>
type Style = (draw: Draw) => Promise<Drawn>

const pick = <T>(next: () => number, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
const between = (next: () => number, low: number, high: number) => Math.round(low + next() * (high - low))

/** Draws SVG over a picture or a color. */
async function paint(ground: Buffer | string, width: number, height: number, svg: string): Promise<Buffer> {
  const base =
    typeof ground === 'string' ? sharp({ create: { width, height, channels: 3, background: ground } }) : sharp(ground)
  const over = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`
  return base
    .composite([{ input: Buffer.from(over) }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const at = (paragraph: Paragraph, x: number, y: number) => `<g transform="translate(${x} ${y})">${paragraph.svg}</g>`

/** Draws one sentence over a picture; without `edge`, its letters have no outline. */
async function over(
  ground: Buffer,
  draw: Draw,
  look: { font: string; fill: string; size: number; edge?: string; isUpper?: boolean; emojiEach?: number },
): Promise<Drawn> {
  const { width, height } = await sharp(ground).metadata()
  const [text = ''] = draw.say(1)
  const size = look.size * height
  const more = look.edge
    ? `stroke="${look.edge}" stroke-width="${size / 8}" paint-order="stroke" stroke-linejoin="round"`
    : ''
  const shown = look.isUpper ? text.toUpperCase() : text
  const words = shown.split(' ')
  const half = Math.ceil(words.length / 2)
  const set = (part: string[]) =>
    setText(part.join(' '), {
      font: look.font,
      size,
      fill: look.fill,
      width: width * 0.92,
      more,
      align: 'middle',
      ...(look.emojiEach ? { emojiEach: look.emojiEach } : {}),
    })
  const [above, below] = [set(words.slice(0, half)), set(words.slice(half))]
  const picture = await paint(
    ground,
    width,
    height,
    at(above, width * 0.04, size * 0.3) + at(below, width * 0.04, height - below.height - size * 0.2),
  )
  return { picture, text, beside: '' }
}

const scene = (draw: Draw) =>
  drawScene(draw.seed, { width: between(draw.next, 560, 800), height: between(draw.next, 460, 640) })

const bar: Style = async (draw) => {
  const ground = await scene(draw)
  const { width, height } = await sharp(ground).metadata()
  const [text = ''] = draw.say(1)
  const size = width * (0.042 + draw.next() * 0.02)
  const set = setText(text, { font: pick(draw.next, draw.faces.screen), size, fill: '#111', width: width * 0.92 })
  const top = Math.round(set.height + size * 0.6)
  const extended = await sharp(ground).extend({ top, background: '#fff' }).png().toBuffer()
  return { picture: await paint(extended, width, height + top, at(set, width * 0.04, size * 0.2)), text, beside: '' }
}

const paragraph: Style = async (draw) => {
  const text = draw.say(7).join('. ')
  const width = pick(draw.next, [640, 800, 1080])
  const size = width / between(draw.next, 28, 42)
  const [paper, ink] = pick(draw.next, [
    ['#ffffff', '#222222'],
    ['#1b1d22', '#e6e6e6'],
    ['#fbf3dd', '#1d2a5b'],
  ])
  const set = setText(text, { font: pick(draw.next, draw.faces.screen), size, fill: ink ?? '', width: width * 0.88 })
  const height = Math.round(set.height + size * 3)
  return { picture: await paint(paper ?? '', width, height, at(set, width * 0.06, size * 1.2)), text, beside: '' }
}

const handwriting: Style = async (draw) => {
  const [width, height] = [between(draw.next, 560, 900), between(draw.next, 420, 620)]
  const [paper, ink] = pick(draw.next, [
    ['#ffffff', '#20242b'],
    ['#fdf6c8', '#1a3a8f'],
    ['#22332c', '#f2f2ea'],
  ])
  const text = draw.say(2).join(' ')
  const set = setText(text, {
    font: pick(draw.next, draw.faces.hand),
    size: width * 0.062,
    fill: ink ?? '',
    width: width * 0.86,
  })
  return {
    picture: await paint(paper ?? '', width, Math.max(height, Math.round(set.height + 60)), at(set, width * 0.06, 30)),
    text,
    beside: '',
  }
}

const busy: Style = async (draw) => {
  const ground = await drawBusyPhotograph(draw.seed, 720, 560)
  return over(ground, draw, {
    font: pick(draw.next, draw.faces.bold),
    fill: pick(draw.next, ['#ffffff', '#ffffff', '#fff27a']),
    size: 0.075,
    isUpper: draw.next() < 0.4,
  })
}

const rotated: Style = async (draw) => {
  const ground = await scene(draw)
  const { width, height } = await sharp(ground).metadata()
  const [text = ''] = draw.say(1)
  const set = setText(text, {
    font: pick(draw.next, draw.faces.bold),
    size: height * 0.075,
    fill: '#111111',
    width: width * 0.72,
    align: 'middle',
  })
  const degrees = (6 + draw.next() * 8) * (draw.next() < 0.5 ? -1 : 1)
  const [x, y] = [(width - width * 0.72) / 2, (height - set.height) / 2]
  const sheet = `<rect x="${x - 20}" y="${y - 14}" width="${width * 0.72 + 40}" height="${set.height + 28}" fill="#f6f4ec"/>`
  const svg = `<g transform="rotate(${degrees.toFixed(1)} ${width / 2} ${height / 2})">${sheet}${at(set, x, y)}</g>`
  return { picture: await paint(ground, width, height, svg), text, beside: '' }
}

const panels: Style = async (draw) => {
  const [width, height] = [900, 900]
  const labels = draw.say(4).map((sentence) => sentence.split(' ').slice(0, 5).join(' '))
  let picture: Buffer = await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  for (const [index, label] of labels.entries()) {
    const panel = await drawScene(`${draw.seed} ${index}`, { width: 444, height: 444 })
    const set = setText(label, {
      font: pick(draw.next, draw.faces.bold),
      size: 34,
      fill: '#fff',
      width: 360,
      align: 'middle',
      more: 'stroke="#000" stroke-width="4" paint-order="stroke"',
    })
    const labelled = await paint(panel, 444, 444, at(set, 42, 40 + draw.next() * 260))
    picture = await sharp(picture)
      .composite([{ input: labelled, left: (index % 2) * 456, top: (index >> 1) * 456 }])
      .png()
      .toBuffer()
  }
  return { picture, text: labels.join(' '), beside: '' }
}

const emoji: Style = async (draw) =>
  over(await scene(draw), draw, {
    font: pick(draw.next, draw.faces.bold),
    fill: '#fff',
    edge: '#000',
    size: 0.075,
    emojiEach: 3,
  })
const coloured: Style = async (draw) =>
  over(await drawScene(draw.seed, { width: 640, height: 520 }), draw, {
    font: pick(draw.next, draw.faces.bold),
    fill: pick(draw.next, ['#e02020', '#1f5fd0', '#ff4fa0', '#2fae3a', '#ff8c1a']),
    edge: '#fff',
    size: 0.075,
  })
const small: Style = async (draw) => {
  const drawn = await over(await drawScene(draw.seed, { width: 600, height: 500 }), draw, {
    font: pick(draw.next, draw.faces.bold),
    fill: '#fff',
    edge: '#000',
    size: 0.085,
  })
  return { ...drawn, picture: await sharp(drawn.picture).resize({ width: 300 }).png().toBuffer() }
}
const squeezed: Style = async (draw) => {
  const drawn = await over(await scene(draw), draw, {
    font: pick(draw.next, draw.faces.bold),
    fill: '#fff',
    edge: '#000',
    size: 0.075,
  })
  return { ...drawn, picture: await sharp(drawn.picture).jpeg({ quality: 20 }).toBuffer() }
}

async function outlined(draw: Draw, ground: Buffer): Promise<Drawn> {
  const [text = ''] = draw.say(1)
  const style = pick(draw.next, CAPTION_STYLES)
  return { picture: await drawCaption(ground, text.toUpperCase(), style), text, beside: '' }
}

export const STYLES: Record<string, Style> = {
  'chat, light': (draw) => drawChat(draw, false),
  'chat, dark': (draw) => drawChat(draw, true),
  'post, light': (draw) => drawPost(draw, false),
  'post, dark': (draw) => drawPost(draw, true),
  'white bar, lower case': bar,
  'long paragraph': paragraph,
  handwriting,
  'busy photograph, no edge': busy,
  'rotated 6 to 14 degrees': rotated,
  'panels with labels': panels,
  'emoji among words': emoji,
  'coloured lower case': coloured,
  '300 px wide': small,
  'JPEG quality 20': squeezed,
  'outlined capitals': async (draw) => outlined(draw, await drawScene(draw.seed, { width: 600, height: 500 })),
  'outlined on a drawing': async (draw) => outlined(draw, await drawLineArt(draw.seed, 600, 500)),
}

/**
 * Samples of one style, half in each language; deterministic for the same arguments.
 * @param sentences texts to use instead of the sentences of the sets
 */
export async function drawSamples(
  style: string,
  count: number,
  isUnseen: boolean,
  sentences: (language: Language, index: number) => readonly string[] = (language) => sentencesOf(language, isUnseen),
): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let index = 0; index < count; index += 1) {
    const language: Language = index % 2 === 0 ? 'vi' : 'en'
    const seed = `${style} ${isUnseen ? 'unseen' : 'seen'} ${index}`
    const next = random(seed)
    const left = [...sentences(language, index)]
    const say = (wanted: number) =>
      Array.from({ length: wanted }, () => left.splice(Math.floor(next() * left.length), 1)[0] ?? '')
    const drawn = await STYLES[style]?.({ next, say, faces: isUnseen ? FACES.unseen : FACES.seen, seed })
    if (drawn) samples.push({ ...drawn, style, language })
  }
  return samples
}
