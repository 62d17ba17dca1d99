import * as z from 'zod'
import { UserCard } from '#contract/people/users.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readFor } from '#server/platform/read-for.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { KeptCards } from '../../memes/kept-cards.ts'
import { createFoundTexts } from './present-found.ts'
import { findPage, type SearchInput } from './search-by-text.ts'
import { peopleOf } from './search-with-people.ts'
import { createVocabulary } from './vocabulary.ts'

const People = z.array(UserCard)

/** Answers searches in JSON from this node's caches: cards, words of pictures, and the vocabulary. */
export function createSearchAnswers(
  deps: Pick<Deps, 'config' | 'db' | 'reads' | 'log' | 'meaning' | 'caches'>,
  cards: KeptCards,
) {
  const vocabulary = createVocabulary(deps.caches)
  const textsOf = createFoundTexts(deps.caches, cards)

  async function make(viewer: Viewer, input: SearchInput): Promise<string> {
    return readFor(deps, viewer, async (from) => {
      const memes = async () => {
        const { hasNext, nextCursor, ...found } = await findPage({ ...from, vocabulary }, viewer, input)
        return { texts: await textsOf(from.db, viewer, found), hasNext, nextCursor }
      }
      const [{ texts, hasNext, nextCursor }, people] = await Promise.all([memes(), peopleOf(from, viewer, input)])
      const rest = JSON.stringify({ hasNext, nextCursor, ...(people && { people: People.parse(people) }) })
      return `{"success":true,"data":[${texts.join(',')}],${rest.slice(1)}`
    })
  }

  return {
    /** Returns a page as the `searchByText` response. */
    of: make,
  }
}
