import sharp from 'sharp'
import { drawScene, random } from './draw.ts'

/** Many bright and dark objects with strong grain, like foliage and crowds. PNG. */
export async function drawBusyPhotograph(seed: string, width: number, height: number): Promise<Buffer> {
  const next = random(`busy ${seed}`)
  const leaves = Array.from({ length: 500 }, () => {
    const [x, y, size] = [next() * width, next() * height, 4 + next() * 26]
    const color = `hsl(${(next() * 90 + 20) | 0},${(20 + next() * 50) | 0}%,${(10 + next() * 45) | 0}%)`
    return `<ellipse cx="${x | 0}" cy="${y | 0}" rx="${size | 0}" ry="${(size / 3) | 0}" fill="${color}" transform="rotate(${(next() * 180) | 0} ${x | 0} ${y | 0})"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${leaves.join('')}</svg>`
  return sharp(await drawScene(seed, { width, height }))
    .composite([{ input: Buffer.from(svg) }])
    .modulate({ brightness: 0.72 })
    .blur(0.7)
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** A drawing in thick black lines on flat colors; the edges of letters merge with the lines. PNG. */
export async function drawLineArt(seed: string, width: number, height: number): Promise<Buffer> {
  const next = random(`line art ${seed}`)
  const color = () => `hsl(${(next() * 360) | 0},${(30 + next() * 50) | 0}%,${(45 + next() * 45) | 0}%)`
  const bodies = Array.from({ length: 14 }, () => {
    const [x, y] = [next() * width, next() * height]
    const points = Array.from(
      { length: 5 },
      () => `${(x + (next() - 0.5) * 260) | 0} ${(y + (next() - 0.5) * 260) | 0}`,
    )
    const line = `stroke="#000" stroke-width="${(3 + next() * 5).toFixed(1)}" stroke-linejoin="round"`
    return `<path d="M${points[0]}Q${points[1]} ${points[2]}T${points[3]} ${points[4]}Z" fill="${color()}" ${line}/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color()}"/>${bodies.join('')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer()
}
