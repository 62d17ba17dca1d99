// Measures search across languages on drawn captions: the words are stored as if they had been read without errors. The ideas and
// their captions in tools/bench/ideas/ were written before the lexicon and not used to tune it. A caption is right for its own idea,
// and for those in also-right.txt, by its meaning. Argument: `misses` lists the captions that were missed, and wrong ones.
import { readFileSync } from 'node:fs'
import type { FoundMeme } from '#contract/memes/search.ts'
import { random } from '#reader/samples/draw.ts'
import { newId } from '#server/platform/db/id.ts'
import { figure, heading, note } from '../helpers/report.ts'
import { type Item, withLibrary } from '../helpers/search-engines.ts'

const FIRST = 20
const PRECISE = 5
const NONSENSE = 100
const isListing = process.argv.includes('misses')

interface Idea {
  query: string
  /** Ids of the captions in the query's language, and in the other one. */
  own: string[]
  other: string[]
}

const items: Item[] = []

function addCaption(text: string): string {
  const id = newId()
  items.push({ id, name: `img ${items.length}`, read: text.split(' ').map((word) => ({ text: word })) })
  return id
}

const readLines = (name: string) =>
  readFileSync(new URL(`../ideas/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))

const readIdeas = (language: string): Idea[] =>
  readLines(language).map((line) => {
    const [query = '', own = '', ...other] = line.split(' | ')
    return { query, own: [addCaption(own)], other: other.map(addCaption) }
  })

const share = (right: number, all: number) => `${(right / Math.max(1, all)).toFixed(3)} of ${all}`

const next = random('nonsense')
const nonsense = () => Array.from({ length: 9 }, () => 'bcdfghjklmnpqrstvwxz'[Math.floor(next() * 20)]).join('')

heading('embedded')
const ways = { 'English to Vietnamese': readIdeas('en'), 'Vietnamese to English': readIdeas('vi') }
const alsoRight = new Set(readLines('also-right'))
const textOfId = new Map(items.map(({ id, read }) => [id, read.map(({ text }) => text).join(' ')]))

await withLibrary(items, async (_, app) => {
  const ask = async (query: string, more = ''): Promise<FoundMeme[]> =>
    (await app.call('GET', `/vector-search/text?limit=${FIRST}&q=${encodeURIComponent(query)}${more}`)).body.data
  for (const [way, ideas] of Object.entries(ways)) {
    const counts = { right: 0, captions: 0, precise: 0, translated: 0, own: 0, ownBefore: 0 }
    for (const { query, own, other } of ideas) {
      const found = await ask(query)
      const before = await ask(query, '&translate=off')
      const has = (list: FoundMeme[], ids: string[]) => ids.filter((id) => list.some(({ _id }) => _id === id)).length
      const isRight = ({ _id }: FoundMeme) =>
        own.includes(_id) || other.includes(_id) || alsoRight.has(`${query} | ${textOfId.get(_id)}`)
      const translated = found.filter(({ matchKind }) => matchKind === 'translation').slice(0, PRECISE)
      counts.right += has(found, other)
      counts.captions += other.length
      counts.precise += translated.filter(isRight).length
      counts.translated += translated.length
      counts.own += has(found, own)
      counts.ownBefore += has(before, own)
      if (!isListing) continue
      for (const id of other) if (has(found, [id]) === 0) note(`missed: ${query} | ${textOfId.get(id)}`)
      for (const one of translated) if (!isRight(one)) note(`wrong: ${query} | ${textOfId.get(one._id)}`)
    }
    const { length } = ideas
    figure(
      `${way}, ${length} ideas: right captions in the first ${FIRST}`,
      share(counts.right, counts.captions),
      '0.85',
    )
    figure(`${way}: right among the first ${PRECISE} translated`, share(counts.precise, counts.translated), '0.9')
    figure(`${way}: captions in the own language found`, share(counts.own, length), share(counts.ownBefore, length))
  }
  let empty = 0
  for (let nth = 0; nth < NONSENSE; nth += 1) if ((await ask(nonsense())).length === 0) empty += 1
  figure('nonsense that finds nothing', share(empty, NONSENSE), '1.0')
})
