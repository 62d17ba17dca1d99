import sharp from 'sharp'

/** A small PNG of colored blocks; the same seed gives the same bytes, another seed another picture. */
export async function randomPicture(seed: string, options: { width?: number; height?: number } = {}): Promise<Buffer> {
  const { width = 320, height = 240 } = options
  const next = generator(seed)
  const blocks = Array.from({ length: 24 }, () => {
    const [x, y, w, h] = [next() * width, next() * height, 20 + (next() * width) / 2, 20 + (next() * height) / 2]
    return `<rect x="${x | 0}" y="${y | 0}" width="${w | 0}" height="${h | 0}" fill="hsl(${(next() * 360) | 0},70%,${(20 + next() * 60) | 0}%)"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#888"/>${blocks.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Mulberry32 over a hash of the seed: numbers from 0 to 1. */
function generator(seed: string): () => number {
  let state = 2166136261
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
