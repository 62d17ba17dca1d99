import type { FoundMeme } from '#contract/memes/search.ts'
import { fold } from '#contract/words.ts'
import type { Caches } from '#server/platform/cache/caches.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { memeCards } from '../../memes/cards.ts'
import type { KeptCards } from '../../memes/kept-cards.ts'
import { findPictureWords, type PictureWord } from '../queries.ts'
import { matchKindOf } from '../rules.ts'
import type { SearchQuery } from './query.ts'

export interface Found {
  id: string
  score: number
  matched: FoundMeme['matched']
}

/** A word read in a picture, in the form that searches compare and show. */
interface ReadWord {
  folded: string
  /** Its alternative readings, folded. */
  others: string[]
  box: NonNullable<FoundMeme['boxes']>[number]
}

interface PageOf {
  query: SearchQuery
  page: Found[]
}

/** Returns the memes of a page that the viewer may see, with the places where they matched. */
export async function presentFound(db: Db, viewer: Viewer, { query, page }: PageOf): Promise<FoundMeme[]> {
  const ids = page.map(({ id }) => id)
  const [cards, words] = await Promise.all([memeCards(db, viewer, ids), findPictureWords(db, readOf(page))])
  const more = moreOf(query, page)
  return cards.flatMap((card) => {
    const added = more(card._id, () => words.get(card._id)?.map(toReadWord))
    return added ? [{ ...card, ...added }] : []
  })
}

/** Maximum number of pictures whose words are cached; some 300 bytes each. */
const KEPT_WORDS_MAX = 40_000
const KEPT_MS = 3_600_000

/**
 * The same as `presentFound` in JSON, one string per meme, from cached cards and words.
 * @param cards shared with other lists
 */
export function createFoundTexts(caches: Caches, cards: KeptCards) {
  const kept = caches.open<{ version: string; words: ReadWord[] }>({
    name: 'picture-words',
    max: KEPT_WORDS_MAX,
    freshMs: KEPT_MS,
    topics: ['memesHidden'],
    sizeOf: ({ words }) => words.length + 1,
  })

  /** Returns the words of memes, from the cache if the card's version has not changed. */
  async function wordsOf(db: Db, versions: Map<string, string>): Promise<Map<string, ReadWord[]>> {
    const found = new Map<string, ReadWord[]>()
    for (const [id, version] of versions) {
      const known = kept.get(id)
      if (known?.version === version) found.set(id, known.words)
    }
    const missing = [...versions.keys()].filter((id) => !found.has(id))
    const era = kept.era()
    const read = await findPictureWords(db, missing)
    for (const id of missing) {
      const words = (read.get(id) ?? []).map(toReadWord)
      found.set(id, words)
      kept.set(id, { version: versions.get(id) ?? '', words }, era)
    }
    return found
  }

  return async (db: Db, viewer: Viewer, { query, page }: PageOf): Promise<string[]> => {
    const shown = await cards.of(
      db,
      viewer,
      page.map(({ id }) => id),
    )
    const read = new Set(readOf(page))
    const versions = shown.flatMap(({ meme, version }) => (read.has(meme._id) ? [[meme._id, version] as const] : []))
    const words = await wordsOf(db, new Map(versions))
    const more = moreOf(query, page)
    return shown.flatMap(({ meme, json }) => {
      const added = more(meme._id, () => words.get(meme._id))
      return added ? [json(added)] : []
    })
  }
}

const toReadWord = ({ text, others = [], x, y, width, height }: PictureWord): ReadWord => {
  return { folded: fold(text), others: others.map((other) => fold(other.text)), box: { text, x, y, width, height } }
}

/** Returns the memes whose words to highlight. Matches by name also highlight the same words in the picture. */
const readOf = (page: Found[]) =>
  page.filter(({ matched }) => !matched.includes('visual') && !matched.includes('meaning')).map(({ id }) => id)

/** Returns the match data that a search adds to each card of its page. */
function moreOf(query: SearchQuery, page: Found[]) {
  const byId = new Map(page.map((one) => [one.id, one]))
  const required = query.words.filter((word) => !word.isOptional)
  const isTyped = (folded: string) => required.some((word) => word.folded === folded)
  const isAsked = (folded: string) => required.some((word) => word.variants.has(folded))
  return (id: string, wordsOf: () => ReadWord[] | undefined) => {
    const one = byId.get(id)
    if (!one) return undefined
    const boxes = (wordsOf() ?? [])
      .filter(({ folded, others }) => isAsked(folded) || others.some(isTyped))
      .map(({ box }) => box)
    const { score, matched } = one
    return { score, matched, matchKind: matchKindOf(one), ...(boxes.length > 0 ? { boxes } : {}) }
  }
}
