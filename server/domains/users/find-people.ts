import type { UserCard } from '#contract/users.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { deletesOf, isOneOff } from '#server/one-off.ts'
import type { Viewer } from '#server/viewer.ts'
import { findPeople as findNamed } from './name-queries.ts'
import { squash } from './person-names.ts'
import { presentUserCard } from './present.ts'

const TYPED_FROM_CHARS = 2
const MISSPELT_FROM_CHARS = 5
const TYPED_UP_TO_CHARS = 50
const WORDS_MAX = 4
/** Misspelt names that turn out to be two letters off are left out afterwards. */
const MISSPELT_SPARE = 40

/**
 * People by username or display name, whole or begun, in any order of its words, or one letter off; case, tone marks and signs do not
 * count. The best fit first, of equals those with most followers. Nobody for a text that names nobody.
 */
export async function findPeople(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<UserCard[]> {
  const typed = squash(text)
  const length = [...typed].length
  if (length < TYPED_FROM_CHARS || length > TYPED_UP_TO_CHARS) return []
  const words = wordsOf(text).map(fold)
  const asked = {
    typed,
    words: words.length > 1 && words.length <= WORDS_MAX ? words : [],
    deletes: length >= MISSPELT_FROM_CHARS ? deletesOf(typed) : [],
  }
  const readerId = viewer.kind === 'member' ? viewer.userId : null
  const found = await findNamed(deps.db, asked, readerId, limit + MISSPELT_SPARE)
  return found
    .filter(({ fit, name }) => fit !== 'misspelt' || isOneOff(typed, name))
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
