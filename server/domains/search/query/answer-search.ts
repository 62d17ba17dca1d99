import * as z from 'zod'
import { UserCard } from '#contract/people/users.ts'
import { createSharedAnswers } from '#server/platform/cache/shared-answers.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readFor } from '#server/platform/read-for.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { KeptCards } from '../../memes/kept-cards.ts'
import { createFoundTexts } from './present-found.ts'
import { findPage, type SearchInput } from './search-by-text.ts'
import { peopleOf } from './search-with-people.ts'
import { createVocabulary } from './vocabulary.ts'

/** Maximum age of the shared answer for visitors. */
const FRESH_MS = 1000
/** Maximum number of shared answers, of some 60 kB each. */
const SHARED_MAX = 100

const People = z.array(UserCard)

/**
 * Answers searches in JSON from this node's caches: cards, words of pictures, the vocabulary, and for one second the answers for
 * visitors.
 * @param freshMs TTL of the vocabulary and the shared answers; 0 disables both caches
 */
export function createSearchAnswers(
  deps: Pick<Deps, 'config' | 'db' | 'reads' | 'log' | 'meaning'>,
  cards: KeptCards,
  freshMs?: number,
) {
  const vocabulary = createVocabulary(freshMs)
  const shared = createSharedAnswers<string>({ freshMs: freshMs ?? FRESH_MS, max: SHARED_MAX })
  const textsOf = createFoundTexts(cards)

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
    /** Returns a page as the `searchByText` response. All visitors share the same answer. */
    of: (viewer: Viewer, input: SearchInput): Promise<string> =>
      viewer.kind === 'visitor' ? shared.of(JSON.stringify(input), () => make(viewer, input)) : make(viewer, input),
    /** Clears the shared answers; call it after memes or people are hidden. */
    forget: () => shared.forget(),
  }
}
