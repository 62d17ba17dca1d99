// Reads captions in strong colours, and measures the time for pictures without words. Argument: how many of each (32).

import { fold, wordsOf } from '#contract/words.ts'
import { machine } from '../../bench/helpers/machine.ts'
import { createEngines } from '../engines.ts'
import { readPicture } from '../read-picture.ts'
import { makeCaptions } from '../samples/captions.ts'
import { type CaptionStyle, drawCaption, drawScene } from '../samples/draw.ts'

const count = Number(process.argv[3] ?? 32)
const SIZE = { width: 600, height: 500 }
const STYLES: CaptionStyle[] = [
  { font: 'anton-400', fill: '#e02020', outline: '#fff', size: 0.1 },
  { font: 'be-vietnam-pro-700', fill: '#1f5fff', outline: '#fff', size: 0.085 },
  { font: 'patrick-hand-400', fill: '#18a030', outline: '#fff', size: 0.11 },
  { font: 'bangers-400', fill: '#ff3030', outline: '#000', size: 0.12 },
  { font: 'be-vietnam-pro-700', fill: '#20c040', outline: '#000', size: 0.085 },
  { font: 'anton-400', fill: '#ff4fa0', outline: '#000', size: 0.1 },
  { font: 'patrick-hand-400', fill: '#30a0ff', outline: '#000', size: 0.11 },
  { font: 'be-vietnam-pro-700', fill: '#d01818', outline: 'none', size: 0.085 },
]

console.log(machine())
const engines = createEngines()
await readPicture(await drawScene('warm', SIZE), 'eng+vie', engines)
let [read, right, all] = [0, 0, 0]
for (const [index, { text }] of makeCaptions(count, 'coloured').entries()) {
  const style = STYLES[index % STYLES.length]
  if (!style) continue
  const picture = await drawCaption(await drawScene(`coloured ${index}`, SIZE), text, style)
  const words = new Set((await readPicture(picture, 'eng+vie', engines)).flatMap((word) => wordsOf(word.text)))
  const folded = new Set([...words].map(fold))
  for (const word of wordsOf(text)) {
    all += 1
    read += folded.has(fold(word)) ? 1 : 0
    right += words.has(word) ? 1 : 0
  }
}
console.log(
  `words read, marks or not ${(read / all).toFixed(3)}, with the right marks ${(right / all).toFixed(3)} of ${all}`,
)

let [milliseconds, falselyRead] = [0, 0]
for (let index = 0; index < count; index += 1) {
  const scene = await drawScene(`wordless ${index}`, SIZE)
  const began = performance.now()
  falselyRead += (await readPicture(scene, 'eng+vie', engines)).length
  milliseconds += performance.now() - began
}
console.log(
  `pictures without words: ${(milliseconds / count).toFixed(0)} ms each, ${falselyRead} words read into ${count}`,
)
await engines.close()
