// Measures finding memes by the words read in their pictures, compared with PostgreSQL full-text search on names, MiniSearch and
// Orama. Argument: number of pictures (default 240). Run again until all pictures are read.
import { fold, wordsOf } from '#contract/words.ts'
import { makeCaptions } from '#reader/samples/captions.ts'
import { readCaptions } from '#reader/samples/read-captions.ts'
import { DEVELOPMENT, drawToneSets, FRESH, UNSEEN } from '#reader/samples/tone-captions.ts'
import type { ReadWordText } from '#server/domains/search/indexing/ocr-alternatives.ts'
import { newId } from '#server/platform/db/id.ts'
import { askByWords } from '../helpers/ask-by-words.ts'
import { textOf } from '../helpers/library.ts'
import { heading, row } from '../helpers/report.ts'
import { type Engine, type Item, withLibrary } from '../helpers/search-engines.ts'

const count = Number(process.argv[3] ?? 240)
const SECONDS_READING = 220
/** One caption in three is also in the name, since people name some of their uploads by the caption. */
const NAMED_EACH = 3

/**
 * Each caption is drawn this many times, shifted by one each time, so that it appears in several styles and on several
 * backgrounds.
 */
const TONE_ROUNDS = 6

/** For each engine, appends to `found` whether each caption is the first result for its own words. */
async function askByTone(
  engines: Record<string, Engine>,
  texts: readonly string[],
  items: Item[],
  found: Map<string, boolean[]>,
): Promise<void> {
  for (const [name, engine] of Object.entries(engines)) {
    const firsts = found.get(name) ?? []
    for (const [index, text] of texts.entries()) {
      firsts.push((await engine(text.toLowerCase()))[0] === items[index]?.id)
    }
    found.set(name, firsts)
  }
}

function reportTones(which: string, size: number, found: Map<string, boolean[]>): void {
  const share = (list: boolean[]) => (list.filter(Boolean).length / list.length).toFixed(3)
  for (const [name, firsts] of found) {
    const rounds = Array.from({ length: TONE_ROUNDS }, (_, round) =>
      share(firsts.slice(round * size, (round + 1) * size)),
    )
    row(
      ['Exact tone first, captions that differ in tones only', 'By', 'Share', 'Goal', 'By round'],
      [`${which}, ${firsts.length} questions`, name, share(firsts), '0.95', rounds.join(', ')],
    )
  }
}

/** The captions in one round's order; a caption's style depends on its position. */
const inRound = (captions: readonly string[], round: number) => [...captions.slice(round), ...captions.slice(0, round)]
const roundsOf = (captions: readonly string[]) =>
  Array.from({ length: TONE_ROUNDS }, (_, round) => inRound(captions, round))

function reportWords(name: string, texts: readonly string[], items: Item[]): void {
  const right = (change: (word: string) => string) =>
    texts.flatMap((text, index) => {
      const words = new Set(wordsOf(textOf(items[index]?.read ?? [])).map(change))
      return wordsOf(text).map((word) => (words.has(change(word)) ? 1 : 0) as number)
    })
  const mean = (list: number[]) => (list.reduce((sum, value) => sum + value, 0) / list.length).toFixed(3)
  row(['Captions', 'Words read', 'With the right marks'], [name, mean(right(fold)), mean(right((word) => word))])
}

heading('embedded')
const captions = makeCaptions(count, 'recall')
const texts = captions.map(({ text }) => text)
const [first = [], ...more] = roundsOf(DEVELOPMENT)
const unseen = roundsOf(UNSEEN)
const fresh = roundsOf(FRESH)
const drawn = roundsOf(drawToneSets('2026-11-27'))
/** Drawn when ranking and reader were finished; used once. */
const last = roundsOf(drawToneSets('2026-11-28'))
// The first captions stay in place, because the position determines a caption's style and background.
const read = await readCaptions(
  [...first, ...texts, ...more.flat(), ...unseen.flat(), ...fresh.flat(), ...drawn.flat(), ...last.flat()],
  SECONDS_READING,
)
if (read) {
  const inCaptions = texts.map((text, index): Item => {
    const name = index % NAMED_EACH === 0 ? text.toLowerCase() : `img ${index}`
    return { id: newId(), name, read: read[first.length + index] ?? [] }
  })
  reportWords('captions', texts, inCaptions)
  const asked = captions.map(({ text, language }, index) => ({
    text,
    language,
    groups: index % NAMED_EACH === 0 ? [] : ['both, unnamed ones'],
  }))
  await withLibrary(inCaptions, (engines) => askByWords(engines, asked, inCaptions))
  let further = read.slice(first.length + texts.length)
  const take = (count: number) => {
    const taken = further.slice(0, count)
    further = further.slice(count)
    return taken
  }
  const lookedAt = [...read.slice(0, first.length), ...take(more.flat().length)]
  await askRounds('looked at', [first, ...more], lookedAt)
  for (const [which, rounds] of Object.entries({ unseen, fresh, drawn, last }))
    await askRounds(which, rounds, take(rounds.flat().length))
}

async function askRounds(which: string, rounds: string[][], read: ReadWordText[][]): Promise<void> {
  const found = new Map<string, boolean[]>()
  for (const [round, tones] of rounds.entries()) {
    const from = round * tones.length
    const items = tones.map((_, index): Item => ({ id: newId(), name: `img ${index}`, read: read[from + index] ?? [] }))
    reportWords(`tone set ${which}, round ${round + 1}`, tones, items)
    await withLibrary(items, (engines) => askByTone(engines, tones, items, found))
  }
  reportTones(which, rounds[0]?.length ?? 0, found)
}
