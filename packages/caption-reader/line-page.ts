import sharp from 'sharp'
import type { Worker } from 'tesseract.js'
import type { PossibleWord } from './merge-readings.ts'
import type { Ink } from './pieces.ts'

/** A line to read, and the first and last row of its core, in rows of the ink. */
export interface PageLine {
  ink: Ink
  core: { top: number; bottom: number }
}

const MARGIN = 16
/** Size limit of one page, in pixels; further lines go on further pages. */
const PAGE_PIXELS_MAX = 1_400_000

/**
 * Reads lines with Tesseract, stacked on separate pages.
 * @returns the words of each line; boxes are shares of its width and of its core's height
 */
export async function readLinePages(lines: readonly PageLine[], worker: Worker): Promise<PossibleWord[][]> {
  const words: PossibleWord[][] = []
  let page: PageLine[] = []
  const flush = async () => {
    if (page.length > 0) words.push(...(await readPage(page, worker)))
    page = []
  }
  for (const line of lines) {
    const more = [...page, line]
    const { width, height } = sizeOf(more)
    if (width * height > PAGE_PIXELS_MAX) await flush()
    page.push(line)
  }
  await flush()
  return words
}

const sizeOf = (lines: readonly PageLine[]) => ({
  width: Math.max(...lines.map(({ ink }) => ink.width)) + 2 * MARGIN,
  height: lines.reduce((sum, { ink }) => sum + ink.height + MARGIN, MARGIN),
})

async function readPage(lines: readonly PageLine[], worker: Worker): Promise<PossibleWord[][]> {
  const { width, height } = sizeOf(lines)
  const paper = new Uint8Array(width * height).fill(255)
  const tops: number[] = []
  let top = MARGIN
  for (const { ink } of lines) {
    tops.push(top)
    for (let y = 0; y < ink.height; y += 1)
      for (let x = 0; x < ink.width; x += 1)
        paper[(top + y) * width + MARGIN + x] = 255 - (ink.values[y * ink.width + x] ?? 0)
    top += ink.height + MARGIN
  }
  const png = await sharp(paper, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const { data } = await worker.recognize(png, {}, { text: false, blocks: true })
  const read = (data.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => paragraph.lines.flatMap((line) => line.words)),
  )
  const words: PossibleWord[][] = lines.map(() => [])
  for (const { text, confidence, bbox } of read) {
    const middle = (bbox.y0 + bbox.y1) / 2
    const index = lines.findIndex(({ ink }, at) => middle < (tops[at] ?? 0) + ink.height + MARGIN / 2)
    const line = lines[index]
    if (!line) continue
    const from = (tops[index] ?? 0) + line.core.top
    const tall = line.core.bottom - line.core.top
    words[index]?.push({
      text,
      confidence,
      x: (bbox.x0 - MARGIN) / line.ink.width,
      y: (bbox.y0 - from) / tall,
      width: (bbox.x1 - bbox.x0) / line.ink.width,
      height: (bbox.y1 - bbox.y0) / tall,
    })
  }
  return words
}
