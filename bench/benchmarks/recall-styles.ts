// Finding memes of all styles by three words of their pictures, as they are and with one letter wrong: `npm run bench -- recall-styles
// [COUNT [seen|unseen]]`, COUNT pictures of each style (4 by default). Beside it the same questions to MiniSearch, Orama and PostgreSQL's full
// text on names. Run again until all pictures are read.
import { makeCaptions } from '#reader/samples/captions.ts'
import { readPictures } from '#reader/samples/read-captions.ts'
import { drawSamples, type Sample, STYLES } from '#reader/samples/styles.ts'
import { newId } from '#server/db/id.ts'
import { askByWords } from '../helpers/ask-by-words.ts'
import { heading } from '../helpers/report.ts'
import { type Item, withLibrary } from '../helpers/search-engines.ts'

const count = Number(process.argv[3] ?? 4)
const set = process.argv[4] ?? 'seen'
const SECONDS_READING = 300
/** Captions for each picture to choose from, so that no two pictures say the same. */
const CAPTIONS_EACH = 12

heading('embedded')
const styles = Object.keys(STYLES)
const captions = makeCaptions(styles.length * count * CAPTIONS_EACH * 2, `recall styles ${set}`)
const captionsOf = (style: number) => (language: string, index: number) => {
  const own = captions.filter((caption) => caption.language === language)
  const from = (style * count + index) * CAPTIONS_EACH
  return own.slice(from, from + CAPTIONS_EACH).map(({ text }) => text)
}
const samples: Sample[] = []
for (const [at, style] of styles.entries())
  samples.push(...(await drawSamples(style, count, set === 'unseen', captionsOf(at))))
const read = await readPictures(
  samples.map(({ picture, style }, index) => ({ key: `${style} ${set} ${count} ${index}`, draw: async () => picture })),
  SECONDS_READING,
)
if (read) {
  const items = samples.map((_, index): Item => ({ id: newId(), name: `img ${index}`, read: read[index] ?? [] }))
  const asked = samples.map(({ text, language, style }) => ({ text, language, groups: [style] }))
  await withLibrary(items, (engines) => askByWords(engines, asked, items))
}
