import { lengthOf } from '#contract/bounded.ts'
import type { UserCard } from '#contract/people/users.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Deps } from '#server/platform/deps.ts'
import { deletesOf, isOneOff } from '#server/platform/one-off.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findMisspelt, findNamed } from './name-queries.ts'
import { MISSPELT_UP_TO_CHARS, squash } from './person-names.ts'
import { presentUserCard } from './present.ts'

const TYPED_FROM_CHARS = 2
const MISSPELT_FROM_CHARS = 5
const TYPED_UP_TO_CHARS = 50
const WORDS_MAX = 4
/** Over-fetch misspelled matches by this number, because names that are two letters off are filtered out afterwards. */
const MISSPELT_SPARE = 40

/**
 * Finds people by username or display name: by full names or prefixes, by words in any order, or, without such matches, with one
 * wrong letter. Ignores case, tone marks and punctuation. Best match first, then most followers.
 */
export async function findPeople(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<UserCard[]> {
  const typed = squash(text)
  const length = lengthOf(typed)
  if (length < TYPED_FROM_CHARS || length > TYPED_UP_TO_CHARS) return []
  const readerId = viewer.kind === 'member' ? viewer.userId : null
  const words = wordsOf(text).map(fold)
  const named = await findNamed(deps.db, { typed, words: words.length <= WORDS_MAX ? words : [] }, viewer, limit)
  const mayBeMisspelt = named.length === 0 && length >= MISSPELT_FROM_CHARS && length <= MISSPELT_UP_TO_CHARS
  const found = mayBeMisspelt
    ? (await findMisspelt(deps.db, deletesOf(typed), viewer, limit + MISSPELT_SPARE)).filter(({ name }) =>
        isOneOff(typed, name),
      )
    : named
  return found
    .slice(0, limit)
    .map((row) =>
      presentUserCard(
        row,
        readerId === null
          ? undefined
          : { isFollowing: row.is_following, isFollowedBy: row.is_followed_by, isSelf: row.id === readerId },
      ),
    )
}
