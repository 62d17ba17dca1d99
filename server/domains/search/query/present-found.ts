import type { FoundMeme } from '#contract/memes/search.ts'
import { fold } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { showMemes } from '../../memes/lists/list-memes.ts'
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
  const [cards, words] = await Promise.all([showMemes(db, viewer, 'offered', ids), findPictureWords(db, readOf(page))])
  const more = moreOf(query, page)
  return cards.flatMap((card) => {
    const added = more(card._id, () => words.get(card._id)?.map(toReadWord))
    return added ? [{ ...card, ...added }] : []
  })
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
