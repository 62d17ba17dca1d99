// Reads captions in pictures. Arguments: number of different pictures (100), and for how many seconds they are read repeatedly
// to measure memory (0).

import { fold, wordsOf } from '#contract/words.ts'
import { machine } from '../../bench/helpers/machine.ts'
import { reexecWithServerMemory } from '../../scripts/bootstrap.mjs'
import { createEngines } from '../engines.ts'
import { readPicture } from '../read-picture.ts'
import { makeCaptions } from '../samples/captions.ts'
import { drawReadable } from '../samples/read-captions.ts'

// Restarts with the server's memory settings, which only take effect at process start.
reexecWithServerMemory(process.argv.slice(1))

const count = Number(process.argv[3] ?? 100)
const seconds = Number(process.argv[4] ?? 0)
const REPORT_EACH = 100
const MIB = 2 ** 20

const shares: Record<string, number[]> = {}
const note = (name: string, value: number) => {
  shares[name] = [...(shares[name] ?? []), value]
}
const resident = () => process.memoryUsage().rss / MIB

console.log(machine())
const captions = makeCaptions(count, 'reading')
const pictures: Buffer[] = []
for (const [index, { text }] of captions.entries()) pictures.push(await drawReadable(text, index))
const before = resident()
const engines = createEngines()
const began = performance.now()
let milliseconds = 0
let highest = 0
for (const [index, { text, language }] of captions.entries()) {
  const started = performance.now()
  const read = await readPicture(pictures[index] ?? Buffer.alloc(0), 'eng+vie', engines)
  milliseconds += performance.now() - started
  highest = Math.max(highest, resident())
  const words = new Set(read.flatMap((word) => wordsOf(word.text)))
  const folded = new Set([...words].map(fold))
  const wanted = wordsOf(text)
  note(`${language}: words, marks or not`, wanted.filter((word) => folded.has(fold(word))).length / wanted.length)
  if (language === 'en')
    note('en: marks where none are, in words', [...words].filter((word) => fold(word) !== word).length / wanted.length)
  note(`${language}: words with the right marks`, wanted.filter((word) => words.has(word)).length / wanted.length)
}
for (const [name, values] of Object.entries(shares).sort()) {
  console.log(`${name.padEnd(32)} ${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)}`)
}
console.log(`${(60_000 / (milliseconds / count)).toFixed(0)} pictures a minute, one after another`)
let read = count
for (; performance.now() - began < seconds * 1000; read += 1) {
  await readPicture(pictures[read % count] ?? Buffer.alloc(0), 'eng+vie', engines)
  highest = Math.max(highest, resident())
  if (read % REPORT_EACH === 0)
    console.log(`  after ${read} pictures ${(resident() - before).toFixed(0)} MiB more than before`)
}
console.log(`at most ${(highest - before).toFixed(0)} MiB more than before the first, over ${read} pictures (goal 400)`)
await engines.close()
