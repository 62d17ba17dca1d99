import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ReadWord } from '../merge-readings.ts'
import { READ_VERSION } from '../read-version.ts'
import { createReader } from '../reader.ts'
import { drawCaption, drawScene, STYLES } from './draw.ts'

const CACHE = fileURLToPath(new URL('../../../.cache/bench/', import.meta.url))
const SIZE = { width: 600, height: 500 }

/** The properties of a read word that ranking uses. */
export interface CaptionWord {
  text: string
  others?: ReadWord['others'] | undefined
  isSpelt?: boolean | undefined
}

/** Draws a caption on its own picture, in one of the styles. PNG. */
export async function drawReadable(text: string, index: number): Promise<Buffer> {
  const style = STYLES[index % STYLES.length]
  if (!style) throw new Error('no style')
  return drawCaption(await drawScene(`reading ${index}`, SIZE), text, style)
}

/**
 * Reads drawn captions as the product does; cached between runs under .cache.
 * @param secondsMax time limit; the next run continues
 * @returns the words of each caption; undefined when some are not read yet
 */
export const readCaptions = (captions: readonly string[], secondsMax: number): Promise<CaptionWord[][] | undefined> =>
  readPictures(
    captions.map((text, index) => ({ key: `${index} ${text}`, draw: () => drawReadable(text, index) })),
    secondsMax,
  )

/** The same for any pictures. A key identifies the PNG that `draw` returns and must be stable between runs. */
export async function readPictures(
  pictures: readonly { key: string; draw: () => Promise<Buffer> }[],
  secondsMax: number,
): Promise<CaptionWord[][] | undefined> {
  await mkdir(CACHE, { recursive: true })
  const file = `${CACHE}readings-${READ_VERSION}.jsonl`
  const known = new Map<string, CaptionWord[]>()
  for (const line of (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean)) {
    const { key, read } = JSON.parse(line) as { key: string; read: CaptionWord[] }
    known.set(key, read)
  }
  const reader = createReader({ mode: 'full', languages: 'eng+vie' })
  const began = performance.now()
  for (const { key, draw } of pictures) {
    if (known.has(key) || performance.now() - began > secondsMax * 1000) continue
    const words = await reader.read(await draw())
    const read = words.map(({ text, others, isSpelt }) => ({ text, others, isSpelt }))
    known.set(key, read)
    await appendFile(file, `${JSON.stringify({ key, read })}\n`)
  }
  await reader.close()
  const missing = pictures.filter(({ key }) => !known.has(key)).length
  if (missing > 0) console.log(`${missing} of ${pictures.length} pictures are still to be read; run again to go on`)
  return missing > 0 ? undefined : pictures.map(({ key }) => known.get(key) ?? [])
}
