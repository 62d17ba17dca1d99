import sharp from 'sharp'
import { setText } from './typesetting.ts'

interface Draw {
  next: () => number
  say: (count: number) => string[]
  faces: { screen: string[] }
}
interface Drawn {
  picture: Buffer
  text: string
  beside: string
}

const NAMES = ['minh.tran', 'Lan Anh', 'bigfoot_77', 'Tuan', 'Maria', 'cat.person']
const COLORS = {
  light: { paper: '#ffffff', ink: '#101114', faint: '#65676b', own: '#0a7cff', ownInk: '#ffffff', other: '#e9e9eb' },
  dark: { paper: '#0e0f11', ink: '#e8e9ec', faint: '#9a9da3', own: '#2d6cdf', ownInk: '#ffffff', other: '#2a2c30' },
}
const pick = <T>(next: () => number, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T

/** A chat on a phone: bubbles on the left and right, the time and the battery at the top. */
export async function drawChat({ next, say, faces }: Draw, isDark: boolean): Promise<Drawn> {
  const look = isDark ? COLORS.dark : COLORS.light
  const width = pick(next, [430, 540, 750, 1080])
  const size = width / 27
  const font = pick(next, faces.screen)
  const set = (text: string, fill: string, share = 0.62) => setText(text, { font, size, fill, width: width * share })
  const name = pick(next, NAMES)
  const clock = `${9 + Math.floor(next() * 3)}:${10 + Math.floor(next() * 49)}`
  const small = (text: string) => setText(text, { font, size: size * 0.8, fill: look.faint, width })
  const parts: string[] = [
    `<g transform="translate(${size} ${size * 0.5})">${small(clock).svg}</g>`,
    `<g transform="translate(${width - size * 3.6} ${size * 0.5})">${small('87%').svg}</g>`,
    `<g transform="translate(${width * 0.2} ${size * 2.4})">${set(name, look.ink).svg}</g>`,
  ]
  let y = size * 6
  const messages = say(4)
  for (const [index, message] of messages.entries()) {
    const isOwn = index % 2 === 1
    const bubble = set(message, isOwn ? look.ownInk : look.ink)
    const wide = bubble.width + size * 1.4
    const x = isOwn ? width - wide - size : size
    parts.push(
      `<rect x="${x}" y="${y}" width="${wide}" height="${bubble.height + size * 0.7}" rx="${size * 0.8}" fill="${isOwn ? look.own : look.other}"/>`,
      `<g transform="translate(${x + size * 0.7} ${y + size * 0.25})">${bubble.svg}</g>`,
    )
    y += bubble.height + size * 1.6
  }
  return paint(parts, width, y + size * 2, look.paper, { text: messages.join(' '), beside: `${clock} 87% ${name}` })
}

/** A post with its author, text and the buttons below. */
export async function drawPost({ next, say, faces }: Draw, isDark: boolean): Promise<Drawn> {
  const look = isDark ? COLORS.dark : COLORS.light
  const width = pick(next, [500, 640, 900])
  const size = width / 25
  const font = pick(next, faces.screen)
  const text = say(2).join(' ')
  const [name, buttons] = [pick(next, NAMES), pick(next, ['Like Reply Share', 'Thích Trả lời Chia sẻ'])]
  const set = (words: string, fill: string, share: number) =>
    setText(words, { font, size: size * share, fill, width: width * 0.88 })
  const body = set(text, look.ink, 1)
  const below = size * 4.6 + body.height
  const parts = [
    `<circle cx="${size * 2.2}" cy="${size * 2.2}" r="${size * 1.2}" fill="#c98f5a"/>`,
    `<g transform="translate(${size * 4} ${size * 1})">${set(name, look.ink, 0.95).svg}</g>`,
    `<g transform="translate(${size * 4} ${size * 2.3})">${set('12h', look.faint, 0.75).svg}</g>`,
    `<g transform="translate(${size * 1.4} ${size * 4.2})">${body.svg}</g>`,
    `<g transform="translate(${size * 1.4} ${below})">${set(buttons, look.faint, 0.8).svg}</g>`,
  ]
  return paint(parts, width, below + size * 2.4, look.paper, { text, beside: `${name} 12h ${buttons}` })
}

async function paint(parts: string[], width: number, tall: number, background: string, words: Omit<Drawn, 'picture'>) {
  const height = Math.round(tall)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
  const picture = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { picture, ...words }
}
