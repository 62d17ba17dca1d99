import { TAG_FOLLOWS_MAX } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { fixedMainTag } from '../memes/tag-aliases.ts'
import { deleteFollow, findFollowedTags, insertFollow, lockFollower } from './follow-queries.ts'

/** Follows a tag, or the main tag of an alias, which it returns. Idempotent. Throws tag.tooManyFollowed. */
export async function followTag(deps: Pick<Deps, 'db'>, { userId }: Member, name: string): Promise<string> {
  return withTransaction(deps.db, async (tx) => {
    // Lock the member first, as a change of aliases does.
    await lockFollower(tx, userId)
    const tag = await fixedMainTag(tx, name)
    if (!(await insertFollow(tx, userId, tag, TAG_FOLLOWS_MAX))) throw new AppError('tag.tooManyFollowed')
    return tag
  })
}

/** Unfollows a tag and its aliases; returns the main tag. Idempotent. */
export async function unfollowTag(deps: Pick<Deps, 'db'>, { userId }: Member, name: string): Promise<string> {
  return withTransaction(deps.db, async (tx) => {
    const tag = await fixedMainTag(tx, name)
    await deleteFollow(tx, userId, tag)
    return tag
  })
}

/** Returns the tags that a member follows, latest first. */
export async function listFollowedTags(deps: Pick<Deps, 'db'>, userId: string): Promise<string[]> {
  return findFollowedTags(deps.db, userId)
}
