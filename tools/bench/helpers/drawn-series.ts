import { makeCaptions } from '#reader/samples/captions.ts'
import { drawScene, random } from '#reader/samples/draw.ts'
import { setText } from '#reader/samples/typesetting.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'

// Series of pictures with one layout each and other contents, as members upload them: quotes, charts, chats, posts, counters.

const WIDTH = 600
const FONTS = ['roboto-400', 'be-vietnam-pro-400', 'lora-700', 'roboto-700']
const CAPTIONS = makeCaptions(6000, 'series').map(({ text }) => text.charAt(0) + text.slice(1).toLowerCase())

type Next = () => number
interface Drawing {
  /** Random numbers that the pictures of a series share. */
  same: Next
  /** Random numbers of one picture. */
  other: Next
  nth: number
  seed: string
}

const pick = <T>(next: Next, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
const between = (next: Next, low: number, high: number) => Math.round(low + next() * (high - low))
const tone = (next: Next, light: number) => `hsl(${between(next, 0, 359)},${between(next, 20, 70)}%,${light}%)`
const words = (next: Next, most: number) => pick(next, CAPTIONS).split(' ').slice(0, most).join(' ')
const at = (x: number, y: number, text: string, size: number, fill: string, font: string, width = WIDTH) =>
  `<g transform="translate(${x} ${y})">${setText(text, { font, size, fill, width }).svg}</g>`

async function paint(parts: string[], height: number, background: string | Buffer): Promise<Buffer> {
  const ground =
    typeof background === 'string'
      ? sharp({ create: { width: WIDTH, height, channels: 3, background } })
      : sharp(background)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">${parts.join('')}</svg>`
  return ground
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

function drawQuote({ same, other }: Drawing): Promise<Buffer> {
  const [font, isDark] = [pick(same, FONTS), same() < 0.5]
  const ink = isDark ? '#fff' : '#222'
  const author = words(same, 2)
  const size = between(same, 18, 34)
  const corner = `<circle cx="${between(same, 60, 540)}" cy="${between(same, 40, 100)}" r="${between(same, 20, 60)}" fill="${tone(same, 50)}"/>`
  const background = tone(same, isDark ? 20 : 85)
  return paint(
    [corner, at(60, 190, words(other, 8), size, ink, font, 480), at(60, 440, author, 18, ink, font)],
    between(same, 480, 600),
    background,
  )
}

function drawBars({ same, other }: Drawing): Promise<Buffer> {
  const [font, fill, count] = [pick(same, FONTS), tone(same, 45), between(same, 5, 9)]
  const step = 480 / count
  const axes = `<path d="M70 80V400H570" stroke="#444" stroke-width="2" fill="none"/>`
  const grid = [160, 240, 320].map((y) => `<path d="M70 ${y}H570" stroke="#ddd"/>`)
  const bars = Array.from({ length: count }, (_, index) => {
    const height = between(other, 20, 300)
    return `<rect x="${80 + index * step}" y="${400 - height}" width="${step * 0.7}" height="${height}" fill="${fill}"/>`
  })
  return paint([axes, ...grid, ...bars, at(70, 20, words(other, 4), 24, '#222', font, 500)], 450, '#ffffff')
}

function drawLines({ same, other }: Drawing): Promise<Buffer> {
  const [font, stroke, isDark] = [pick(same, FONTS), tone(same, 50), same() < 0.4]
  const points = Array.from({ length: 12 }, (_, index) => `${80 + index * 44} ${between(other, 100, 380)}`)
  const axes = `<path d="M70 80V400H570" stroke="#888" stroke-width="2" fill="none"/>`
  const line = `<path d="M${points.join('L')}" stroke="${stroke}" stroke-width="3" fill="none"/>`
  const title = words(same, 4)
  return paint(
    [axes, line, at(70, 20, title, 24, isDark ? '#ddd' : '#222', font, 500)],
    450,
    isDark ? '#1b1d22' : '#fff',
  )
}

function drawChat({ same, other }: Drawing): Promise<Buffer> {
  const [font, isDark, own] = [pick(same, FONTS), same() < 0.5, tone(same, 45)]
  const [left, ink] = isDark ? ['#2a2c30', '#e8e9ec'] : ['#e9e9eb', '#101114']
  const bubbles = Array.from({ length: 5 }, (_, index) => {
    const isOwn = index % 2 === 1
    const wide = between(same, 260, 380)
    const x = isOwn ? WIDTH - wide - 20 : 20
    const y = 100 + index * 80
    const box = `<rect x="${x}" y="${y}" width="${wide}" height="56" rx="18" fill="${isOwn ? own : left}"/>`
    return box + at(x + 18, y + 12, words(other, 3), 20, isOwn ? '#fff' : ink, font)
  })
  const header = at(90, 30, words(same, 2), 26, ink, font)
  return paint([header, ...bubbles], 540, isDark ? '#0e0f11' : '#ffffff')
}

function drawPost({ same, other }: Drawing): Promise<Buffer> {
  const [font, isDark] = [pick(same, FONTS), same() < 0.5]
  const ink = isDark ? '#e8e9ec' : '#101114'
  const face = `<circle cx="60" cy="60" r="32" fill="${tone(same, 55)}"/>`
  const body = at(30, 120, words(other, between(same, 3, 8)), 24, ink, font, 540)
  const counts = at(30, 250, `${between(other, 2, 900)} likes · ${between(other, 2, 90)} replies`, 18, '#888', font)
  return paint([face, at(110, 40, words(same, 2), 24, ink, font), body, counts], 300, isDark ? '#0e0f11' : '#ffffff')
}

async function drawCounter({ same, nth, seed }: Drawing): Promise<Buffer> {
  const scene = await sharp(await drawScene(seed))
    .resize(WIDTH, 500, { fit: 'fill' })
    .toBuffer()
  const box = `<rect x="150" y="30" width="300" height="70" fill="#000"/>`
  const size = between(same, 26, 44)
  return paint([box, at(180, 36, `Day ${nth + between(same, 1, 80)}`, size, '#fff', pick(same, FONTS))], 500, scene)
}

const KINDS: Record<string, (drawing: Drawing) => Promise<Buffer>> = {
  quotes: drawQuote,
  'bar charts': drawBars,
  'line charts': drawLines,
  chats: drawChat,
  posts: drawPost,
  'day counters': drawCounter,
}

export interface Series {
  kind: string
  seed: string
  pictures: Buffer[]
}

/** Draws series of every kind, one after another. @param from number of the first series of each kind */
export async function* drawnSeries(seriesOfKind: number, picturesEach: number, from = 0): AsyncGenerator<Series> {
  for (const [kind, draw] of Object.entries(KINDS))
    for (let series = from; series < from + seriesOfKind; series += 1) {
      const seed = `${kind} ${series}`
      const pictures: Buffer[] = []
      for (let nth = 0; nth < picturesEach; nth += 1)
        pictures.push(await draw({ same: random(seed), other: random(`${seed} ${nth}`), nth, seed }))
      yield { kind, seed, pictures }
    }
}
