import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describeImage, VISUAL_DIMENSIONS, VISUAL_VERSION } from '#server/domains/search/likeness/descriptor/visual.ts'

const CACHE = fileURLToPath(new URL('../../../.cache/bench/', import.meta.url))
const ROW_BYTES = VISUAL_DIMENSIONS * 4
const CHUNK = 100

/** Increment when the pictures are drawn differently. */
const DRAWING_VERSION = 2

/**
 * Vectors of drawn pictures, cached between runs under .cache: drawing tens of thousands takes half an hour.
 * @param draw makes the picture of a number, from 0
 * @param secondsMax time limit; the next run continues
 * @returns undefined while there are not enough yet
 */
export async function drawnVectors(
  count: number,
  draw: (index: number) => Promise<Buffer>,
  secondsMax: number,
): Promise<number[][] | undefined> {
  await mkdir(CACHE, { recursive: true })
  const file = `${CACHE}crowd-${VISUAL_VERSION}-${DRAWING_VERSION}.f32`
  const before = await readFile(file).catch(() => Buffer.alloc(0))
  let known = Math.floor(before.length / ROW_BYTES)
  const began = performance.now()
  while (known < count && performance.now() - began < secondsMax * 1000) {
    const rows: Buffer[] = []
    for (let index = known; index < Math.min(count, known + CHUNK); index += 1) {
      const { vector } = await describeImage(await draw(index))
      rows.push(Buffer.from(new Float32Array(vector ?? new Array<number>(VISUAL_DIMENSIONS).fill(0)).buffer))
    }
    await appendFile(file, Buffer.concat(rows))
    known += rows.length
  }
  if (known < count) {
    console.log(`${known} of ${count} pictures drawn; run again to go on`)
    return undefined
  }
  const bytes = await readFile(file)
  return Array.from({ length: count }, (_, index) => [
    ...new Float32Array(
      bytes.buffer.slice(bytes.byteOffset + index * ROW_BYTES, bytes.byteOffset + (index + 1) * ROW_BYTES),
    ),
  ])
}
