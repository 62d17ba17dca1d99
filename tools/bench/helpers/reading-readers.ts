import { cutterOf } from '#reader/cut-line.ts'
import { createEngines, WHOLE_PAGE } from '#reader/engines.ts'
import { findLines } from '#reader/find-lines.ts'
import { wordsOfLine } from '#reader/line-words.ts'
import { decodePixels } from '#reader/pixels.ts'
import { FULL_PIXELS } from '#reader/read-lines.ts'
import { createReader } from '#reader/reader.ts'
import { LINE_HEIGHT, recognizeLine } from '#reader/recognize-line.ts'

/** @returns the words read in a picture */
export type Reader = (picture: Buffer) => Promise<string[]>

const LANGUAGES = 'eng+vie'
const engines = createEngines()
const networks = await engines.networks()
const product = createReader({ mode: 'full', languages: LANGUAGES })
const light = createReader({ mode: 'light', languages: LANGUAGES })
const CONFIDENCE_MIN = 30

export const READERS: Record<string, Reader> = {
  product: async (picture) => (await product.read(picture)).map(({ text }) => text),
  light: async (picture) => (await light.read(picture)).map(({ text }) => text),
  tesseract: async (picture) => {
    const worker = await engines.get(LANGUAGES)
    await worker.setParameters(WHOLE_PAGE)
    const { data } = await worker.recognize(picture, {}, { text: false, blocks: true })
    const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
    return lines.flatMap((line) =>
      line.words.filter(({ confidence }) => confidence > CONFIDENCE_MIN).map(({ text }) => text),
    )
  },
  recognizer: async (picture) => {
    if (!networks) return []
    const pixels = await decodePixels(picture)
    const cut = cutterOf(pixels)
    const words: string[] = []
    for (const line of await findLines(pixels, networks.detector, FULL_PIXELS)) {
      const { letters } = await recognizeLine(cut(line, LINE_HEIGHT), networks)
      words.push(...wordsOfLine(letters).map(({ text }) => text))
    }
    return words
  },
}

export async function closeReaders(): Promise<void> {
  await engines.close()
  await product.close()
  await light.close()
}
