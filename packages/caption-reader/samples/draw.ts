import { fileURLToPath } from 'node:url'
import type opentype from 'opentype.js'
import sharp from 'sharp'
import { outlineOf, readFace } from './typeface.ts'

sharp.cache(false)
sharp.concurrency(1)

/** Seeded random numbers from 0 to 1. */
export function random(seed: string): () => number {
  let state = 2166136261
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface Size {
  width: number
  height: number
}

export const SCENE: Size = { width: 480, height: 400 }

/** A picture unique to the seed: background, light and a few shapes, soft or sharp, with grain. PNG. */
export async function drawScene(seed: string, { width, height }: Size = SCENE): Promise<Buffer> {
  const next = random(`scene ${seed}`)
  const tone = (low: number, high: number) =>
    `hsl(${(next() * 360) | 0},${(10 + next() * 65) | 0}%,${(low + next() * (high - low)) | 0}%)`
  const bodies = Array.from({ length: 4 + ((next() * 8) | 0) }, () => {
    const [x, y] = [next() * width, next() * height]
    const [rx, ry] = [(0.06 + next() * 0.3) * width, (0.06 + next() * 0.3) * height]
    const blur = next() < 0.3 ? ' filter="url(#soft)"' : ''
    const turn = ` transform="rotate(${(next() * 180) | 0} ${x | 0} ${y | 0})"`
    const fill = `fill="${tone(8, 88)}"${blur}${turn}`
    if (next() < 0.5) return `<ellipse cx="${x | 0}" cy="${y | 0}" rx="${rx | 0}" ry="${ry | 0}" ${fill}/>`
    return `<rect x="${(x - rx) | 0}" y="${(y - ry) | 0}" width="${(rx * 2) | 0}" height="${(ry * 2) | 0}" ${fill}/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="g" x1="${next()}" y1="0" x2="${next()}" y2="1"><stop offset="0" stop-color="${tone(10, 85)}"/><stop offset="1" stop-color="${tone(10, 85)}"/></linearGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="${4 + next() * 10}"/></filter></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>${bodies.join('')}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const grain = 4 + next() * 14
  for (let index = 0; index < data.length; index += 3) {
    const change = (next() - 0.5) * grain
    for (let channel = 0; channel < 3; channel += 1) {
      data[index + channel] = Math.max(0, Math.min(255, (data[index + channel] ?? 0) + change))
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

export const FONTS = ['anton-400', 'bangers-400', 'be-vietnam-pro-700', 'patrick-hand-400'] as const
export type FontName = (typeof FONTS)[number]

const faces = new Map<FontName, opentype.Font[]>()

function face(name: FontName): opentype.Font[] {
  const known = faces.get(name)
  if (known) return known
  const family = name.replace(/-\d+$/, '')
  const parts = ['latin', 'vietnamese', 'latin-ext']
  const files = parts.map(
    (part) => `@fontsource/${family}/files/${family}-${part}-${name.match(/\d+$/)?.[0]}-normal.woff`,
  )
  const fonts = readFace(files.map((file) => fileURLToPath(import.meta.resolve(file))))
  faces.set(name, fonts)
  return fonts
}

const outline = (text: string, name: FontName) => outlineOf(text, face(name))

export interface CaptionStyle {
  font: FontName
  fill: string
  outline: string
  /** Height of a line as a share of the picture's height. */
  size: number
}

/** Draws a caption over a picture: the first half at the top, the rest at the bottom, each in as many lines as fit. */
export async function drawCaption(picture: Buffer, text: string, style: CaptionStyle): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const words = text.split(' ')
  const middle = words.length > 3 ? Math.ceil(words.length / 2) : words.length
  const parts = [words.slice(0, middle).join(' '), words.slice(middle).join(' ')].filter(Boolean)
  const size = style.size * height
  const drawn = parts.map((part, index) => {
    const lines = wrap(part, style.font, (width * 0.94) / size)
    const first = index === 0 ? size * 1.25 : height - size * (0.45 + 1.3 * (lines.length - 1))
    return lines
      .map((line, at) => {
        const shape = outline(line, style.font)
        const fit = Math.min(size, (width * 0.96) / shape.width)
        return `<path d="${shape.path((width - shape.width * fit) / 2, first + at * size * 1.3, fit)}"/>`
      })
      .join('')
  })
  const stroke = style.outline === 'none' ? '' : `stroke="${style.outline}" stroke-width="${(size / 8).toFixed(1)}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g fill="${style.fill}" ${stroke} paint-order="stroke" stroke-linejoin="round">${drawn.join('')}</g></svg>`
  return sharp(picture)
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

function wrap(text: string, font: FontName, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && outline(`${last} ${word}`, font).width <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Adds a white bar at the top with the caption in black. */
export async function drawBar(picture: Buffer, text: string, font: FontName): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const bar = Math.round(height * 0.24)
  const size = bar * 0.36
  const lines = wrap(text, font, (width * 0.94) / size).slice(0, 2)
  const paths = lines.map((line, index) => {
    const shape = outline(line, font)
    const fit = Math.min(size, (width * 0.96) / shape.width)
    return `<path d="${shape.path(width * 0.03, bar * (lines.length === 1 ? 0.6 : 0.42) + index * size * 1.25, fit)}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bar + height}"><rect width="100%" height="${bar}" fill="#fff"/><g fill="#111">${paths.join('')}</g></svg>`
  return sharp({ create: { width, height: bar + height, channels: 3, background: '#fff' } })
    .composite([
      { input: picture, left: 0, top: bar },
      { input: Buffer.from(svg), left: 0, top: 0 },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

export const STYLES: CaptionStyle[] = [
  { font: 'anton-400', fill: '#fff', outline: '#000', size: 0.11 },
  { font: 'bangers-400', fill: '#fff', outline: '#000', size: 0.12 },
  { font: 'be-vietnam-pro-700', fill: '#fff', outline: '#000', size: 0.085 },
  { font: 'be-vietnam-pro-700', fill: '#ffe14d', outline: '#000', size: 0.085 },
  { font: 'anton-400', fill: '#000', outline: '#fff', size: 0.1 },
  { font: 'patrick-hand-400', fill: '#fff', outline: '#000', size: 0.11 },
]

/** Changes that pictures undergo when shared, by name; each is a function from encoded bytes to encoded bytes. */
export const CHANGES: Record<string, (picture: Buffer, seed: string) => Promise<Buffer>> = {
  recompressed: (picture) => sharp(picture).jpeg({ quality: 45 }).toBuffer(),
  resized: async (picture) => {
    const { width } = await sharp(picture).metadata()
    return sharp(picture)
      .resize({ width: Math.round(width * 0.6) })
      .jpeg({ quality: 85 })
      .toBuffer()
  },
  webp: (picture) => sharp(picture).webp({ quality: 70 }).toBuffer(),
  png: (picture) => sharp(picture).png().toBuffer(),
  watermarked: async (picture, seed) => {
    const { width, height } = await sharp(picture).metadata()
    const shape = outline('memes4you.example', 'be-vietnam-pro-700')
    const size = (width * 0.26) / shape.width
    const isLeft = random(seed)() < 0.5
    const path = shape.path(isLeft ? 6 : width - shape.width * size - 6, height - 6, size)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${path}" fill="#fff" stroke="#000" stroke-width="1" paint-order="stroke"/></svg>`
    return sharp(picture)
      .composite([{ input: Buffer.from(svg) }])
      .jpeg({ quality: 82 })
      .toBuffer()
  },
  cropped5: (picture, seed) => crop(picture, 0.05, seed),
}

/** Crops a share of the width and the height, from sides that the seed picks. */
export async function crop(picture: Buffer, share: number, seed: string): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const next = random(`crop ${seed}`)
  const kept = { width: Math.round(width * (1 - share)), height: Math.round(height * (1 - share)) }
  const left = Math.round(next() * (width - kept.width))
  const top = Math.round(next() * (height - kept.height))
  return sharp(picture)
    .extract({ left, top, ...kept })
    .jpeg({ quality: 85 })
    .toBuffer()
}
