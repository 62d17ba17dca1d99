// Reading captions out of pictures. Arguments: how many pictures (200 unless told).
import { createPictureReader } from '#server/adapters/ocr/picture-reader.ts'
import { fold, wordsOf } from '#server/domains/search/words.ts'
import { makeCaptions } from './captions.ts'
import { drawCaption, drawScene, STYLES } from './draw.ts'

const count = Number(process.argv[3] ?? 200)
const reader = createPictureReader('eng+vie')
const shares: Record<string, number[]> = {}
const note = (name: string, value: number) => {
  const list = shares[name] ?? []
  list.push(value)
  shares[name] = list
}
let milliseconds = 0
let memory = 0
for (const [index, { text, language }] of makeCaptions(count, 'reading').entries()) {
  const style = STYLES[index % STYLES.length]
  if (!style) continue
  const picture = await drawCaption(await drawScene(`reading ${index}`, { width: 600, height: 500 }), text, style)
  const before = performance.now()
  const read = await reader.read(picture)
  milliseconds += performance.now() - before
  memory = Math.max(memory, process.memoryUsage().rss)
  const words = new Set(read.flatMap((word) => wordsOf(word.text)))
  const folded = new Set([...words].map(fold))
  const wanted = wordsOf(text)
  note(`${language}: words, marks or not`, wanted.filter((word) => folded.has(fold(word))).length / wanted.length)
  note(`${language}: words with the right marks`, wanted.filter((word) => words.has(word)).length / wanted.length)
}
await reader.close()
for (const [name, values] of Object.entries(shares).sort()) {
  console.log(`${name.padEnd(32)} ${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)}`)
}
console.log(`${(60_000 / (milliseconds / count)).toFixed(0)} pictures a minute, one after another`)
console.log(`${(memory / 2 ** 20).toFixed(0)} MB at most of the whole process, drawing included`)
