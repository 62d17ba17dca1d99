import * as z from 'zod'
import { UserCard } from '#contract/users.ts'
import { createSharedAnswers } from '#server/platform/cache/shared-answers.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readFor } from '#server/platform/read-for.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { KeptCards } from '../../memes/kept-cards.ts'
import { createFoundTexts } from './present-found.ts'
import { findPage, type SearchInput } from './search-by-text.ts'
import { peopleOf } from './search-with-people.ts'
import { createVocabulary } from './vocabulary.ts'

/** How old the answer may be that visitors share. */
const FRESH_MS = 1000
/** Some 60 kB each. */
const SHARED_MAX = 100

const People = z.array(UserCard)

/**
 * Answers searches in JSON, by what this node keeps: cards, words of pictures, the vocabulary, and for a second what it told a visitor.
 * @param freshMs 0: neither vocabulary nor answers are kept
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
    /** A page as the contract's answer to `searchByText`. Visitors get the same, whoever they are. */
    of: (viewer: Viewer, input: SearchInput): Promise<string> =>
      viewer.kind === 'visitor' ? shared.of(JSON.stringify(input), () => make(viewer, input)) : make(viewer, input),
    /** After memes or people were hidden. */
    forget: () => shared.forget(),
  }
}
