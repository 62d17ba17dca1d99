import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { drawAvatar, drawMeme, releaseDrawing, sketchMeme } from './draw-demo.ts'
import { findDrawnWords } from './drawing/drawn-words.ts'
import { type DemoMeme, demoPlan } from './plan.ts'

const plan = demoPlan()
const oneOfEachTemplate = [...new Map(plan.memes.map((meme) => [meme.template, meme])).values()]
const moving = plan.memes.filter((meme) => sketchMeme(meme).frames.length > 1)

function inkedBoxes(svg: string): number[][] {
  // In panels the boxes are measured from the corner of the panel, which lies inside the picture itself.
  return [...svg.matchAll(/data-text="([^"]+)"/g)].map((match) => (match[1] ?? '').split(',').map(Number))
}

async function contrastOf(bytes: Buffer): Promise<number> {
  const { channels } = await sharp(bytes).stats()
  return Math.max(...channels.map((channel) => channel.stdev))
}

afterAll(() => releaseDrawing())

describe('demo pictures', () => {
  it('find every glyph and keep every caption inside the picture', () => {
    for (const meme of plan.memes) {
      const { width, height, frames } = sketchMeme(meme)
      const boxes = inkedBoxes(frames[0] ?? '')
      expect(boxes.length, meme.slug).toBeGreaterThan(0)
      for (const [x = 0, y = 0, w = 0, h = 0] of boxes) {
        expect(x, meme.slug).toBeGreaterThanOrEqual(8)
        expect(y, meme.slug).toBeGreaterThanOrEqual(8)
        expect(x + w, meme.slug).toBeLessThanOrEqual(width - 8)
        expect(y + h, meme.slug).toBeLessThanOrEqual(height - 8)
      }
    }
  })

  it('never lean on fonts of the machine', () => {
    for (const meme of plan.memes) expect(sketchMeme(meme).frames.join('')).not.toContain('<text')
  })

  it('tell what stands in them, word by word and inside the picture, and nothing that only steers the drawing', () => {
    for (const meme of plan.memes) {
      const words = findDrawnWords(sketchMeme(meme))
      expect(words.length, meme.slug).toBeGreaterThan(0)
      for (const { text, x, y, width, height } of words) {
        expect(text, meme.slug).toMatch(/^[^|<>\s]+$/)
        expect(Math.min(x, y, width, height), `${meme.slug}: ${text}`).toBeGreaterThan(0)
        expect(Math.max(x + width, y + height), `${meme.slug}: ${text}`).toBeLessThan(1)
      }
    }
  })

  it('tell where each word is: there the picture has ink', async () => {
    for (const meme of oneOfEachTemplate) {
      const { bytes, words } = await drawMeme(meme)
      for (const { text, x, y, width, height } of words.filter((word) => word.text.length > 3)) {
        const picture = sharp(bytes)
        const { width: across, pageHeight, height: whole } = await picture.metadata()
        const down = pageHeight ?? whole
        const box = { left: x * across, top: y * down, width: width * across, height: height * down }
        const [left, top, w, h] = Object.values(box).map(Math.round) as [number, number, number, number]
        const inside = await picture.extract({ left, top, width: w, height: h }).toBuffer()
        expect(await contrastOf(inside), `${meme.slug}: ${text}`).toBeGreaterThan(25)
      }
    }
  }, 180_000)

  it('draw the same template with other words', () => {
    for (const meme of plan.memes) {
      const sibling = plan.memes.find((other) => other.template === meme.template && other.slug !== meme.slug)
      expect(sibling?.captions.join(), meme.slug).not.toBe(meme.captions.join())
    }
  })

  it('are the same bytes when drawn twice', async () => {
    const [meme] = oneOfEachTemplate as [DemoMeme]
    const [first, second] = [await drawMeme(meme), await drawMeme(meme)]
    expect(first.bytes.equals(second.bytes)).toBe(true)
    expect(first.fileName).toBe(second.fileName)
  })

  it.each(oneOfEachTemplate.map((meme) => [meme.template, meme] as const))(
    'of template %s decode at their size and are not blank',
    async (_, meme) => {
      const { width, height, frames } = sketchMeme(meme)
      const { bytes, fileName } = await drawMeme(meme)
      const metadata = await sharp(bytes, { pages: -1 }).metadata()
      expect(metadata.width).toBe(width)
      expect(metadata.pageHeight ?? metadata.height).toBe(height)
      expect(metadata.pages ?? 1).toBe(frames.length)
      expect(fileName.endsWith(metadata.format === 'jpeg' ? '.jpg' : `.${metadata.format}`)).toBe(true)
      expect(width).toBeGreaterThanOrEqual(800)
      expect(bytes.length).toBeLessThan(600_000)
      expect(await contrastOf(bytes)).toBeGreaterThan(20)
    },
    20_000,
  )

  it('move in six to ten cases, in GIF and in WebP', () => {
    expect(moving.length).toBeGreaterThanOrEqual(6)
    expect(moving.length).toBeLessThanOrEqual(10)
    expect(new Set(moving.map((meme) => sketchMeme(meme).format))).toEqual(new Set(['gif', 'webp']))
    for (const meme of moving) expect(new Set(sketchMeme(meme).frames).size, meme.slug).toBeGreaterThan(5)
  })

  it('come in all four formats', () => {
    expect(new Set(plan.memes.map((meme) => sketchMeme(meme).format))).toEqual(new Set(['png', 'jpeg', 'webp', 'gif']))
  })

  it('give each member a square avatar of their own', async () => {
    const avatars = new Set<string>()
    for (const user of plan.users) {
      const bytes = await drawAvatar(user)
      const { width, height } = await sharp(bytes).metadata()
      expect([width, height]).toEqual([512, 512])
      expect(await contrastOf(bytes)).toBeGreaterThan(20)
      avatars.add(bytes.toString('base64'))
    }
    expect(avatars.size).toBe(plan.users.length)
  })
})
