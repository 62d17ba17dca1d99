// Word recall on drawn pictures of every style, for four readers: the product, its light mode, Tesseract on the unchanged
// picture, and the recognizer of bare letters alone. Arguments: pictures per style (default 4); `seen` (the default), `unseen`
// for the held-out third of the sets, or a folder of labeled pictures (PNG, JPEG or WebP, each next to a .txt with its words); a
// substring of the style names; `show` prints the words read.

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { drawScene } from '#reader/samples/draw.ts'
import { drawSamples, type Sample, STYLES } from '#reader/samples/styles.ts'
import { closeReaders, READERS, type Reader } from '../helpers/reading-readers.ts'
import { countWords, emptyTally, printTallies, type Tally } from '../helpers/reading-tally.ts'
import { heading } from '../helpers/report.ts'

const [, , , count = '4', set = 'seen', only = '', show] = process.argv
const tallies = new Map<string, Map<string, Tally>>()

function tallyOf(group: string, reader: string): Tally {
  const byReader = tallies.get(group) ?? new Map<string, Tally>()
  tallies.set(group, byReader)
  const tally = byReader.get(reader) ?? emptyTally()
  byReader.set(reader, tally)
  return tally
}

async function measure(name: string, reader: Reader, { picture, text, beside, style, language }: Sample) {
  const before = process.cpuUsage()
  const words = await reader(picture)
  const { user, system } = process.cpuUsage(before)
  for (const group of [style, `all ${language}`, 'all'])
    countWords(tallyOf(group, name), words, { text, beside, seconds: (user + system) / 1e6 })
  if (show) console.log(`${style} | ${name} | ${text} | ${words.join(' ')}`)
}

/** Hand-labeled pictures, each with a text file next to it. */
async function* labelledIn(folder: string): AsyncGenerator<Sample> {
  for (const file of (await readdir(folder)).filter((name) => /\.(png|jpe?g|webp)$/i.test(name))) {
    const label = path.join(folder, `${path.parse(file).name}.txt`)
    const text = await readFile(label, 'utf8').catch(() => '')
    const language = /[à-ỹđ]/i.test(text) ? 'vi' : 'en'
    yield { picture: await readFile(path.join(folder, file)), text, beside: '', style: 'labelled', language }
  }
}

async function* drawn(): AsyncGenerator<Sample> {
  for (const style of Object.keys(STYLES).filter((name) => name.includes(only)))
    yield* await drawSamples(style, Number(count), set === 'unseen')
  for (let index = 0; index < Number(count) && 'no words'.includes(only); index += 1) {
    const picture = await drawScene(`without words ${set} ${index}`, { width: 600, height: 500 })
    yield { picture, text: '', beside: '', style: 'no words', language: 'en' }
  }
}

heading()
for (const reader of Object.values(READERS)) await reader(await drawScene('warm', { width: 600, height: 500 }))
const samples = set === 'seen' || set === 'unseen' ? drawn() : labelledIn(set)
for await (const sample of samples)
  for (const [name, reader] of Object.entries(READERS)) await measure(name, reader, sample)
printTallies(tallies, Object.keys(READERS))
await closeReaders()
