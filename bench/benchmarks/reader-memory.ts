// Memory of the process that reads pictures, as the server starts it, over pictures of all styles and larger ones. Linux alone.
// Arguments: pictures of each style (2 if not given), `full` or `light`.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { drawSamples, STYLES } from '#reader/samples/styles.ts'
import { askReader, startReader } from '#server/adapters/ocr/reader-child.ts'
import { serverMemory } from '../../scripts/bootstrap.mjs'
import { heading, row } from '../helpers/report.ts'

const [, , , count = '2', mode = 'full'] = process.argv
/** Widths to which every picture is brought as well: a phone's screenshot, and a camera's photograph. */
const WIDTHS = [1080, 4000]
const GOAL_MIB = 500

Object.assign(process.env, serverMemory)
const child = startReader({ mode: mode === 'light' ? 'light' : 'full', languages: 'eng+vie' })
const peak = () =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Of each size: pictures, sum and most of the memory after them, how many of them were above the goal. */
const sizes = new Map<string, { pictures: number; sum: number; most: number; above: number; peak: number }>()

async function read(size: string, picture: Buffer): Promise<void> {
  const memory = (await askReader(child, picture)).memory / 2 ** 20
  const known = sizes.get(size) ?? { pictures: 0, sum: 0, most: 0, above: 0, peak: 0 }
  sizes.set(size, {
    pictures: known.pictures + 1,
    sum: known.sum + memory,
    most: Math.max(known.most, memory),
    above: known.above + (memory > GOAL_MIB ? 1 : 0),
    peak: peak(),
  })
}

heading(mode ?? 'full')
const samples = (await Promise.all(Object.keys(STYLES).map((style) => drawSamples(style, Number(count), false)))).flat()
for (const { picture } of samples) await read('as drawn', picture)
for (const width of WIDTHS)
  for (const { picture } of samples)
    await read(`${width} wide`, await sharp(picture).resize({ width }).jpeg().toBuffer())
for (const [size, { pictures, sum, most, above, peak }] of sizes)
  row(
    [
      'Pictures',
      'Number',
      'After a picture, mean',
      'Most',
      `After a picture above ${GOAL_MIB} MiB`,
      'Peak until then',
      'Goal',
    ],
    [
      size,
      pictures,
      `${(sum / pictures).toFixed(0)} MiB`,
      `${most.toFixed(0)} MiB`,
      above,
      `${peak.toFixed(0)} MiB`,
      `${GOAL_MIB} MiB`,
    ],
  )
child.kill()
