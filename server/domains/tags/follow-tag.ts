import { TAG_FOLLOWS_MAX } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { mainTag } from '../memes/tag-aliases.ts'
import { deleteFollow, findFollowedTags, insertFollow } from './follow-queries.ts'

/** Follows a tag, or the main tag of an alias, which it returns. Idempotent. Throws tag.tooManyFollowed. */
export async function followTag(deps: Pick<Deps, 'db'>, { userId }: Member, name: string): Promise<string> {
  const tag = await mainTag(deps.db, name)
  const isWithinBound = await withTransaction(deps.db, (tx) => insertFollow(tx, userId, tag, TAG_FOLLOWS_MAX))
  if (!isWithinBound) throw new AppError('tag.tooManyFollowed')
  return tag
}

/** Follows a tag and its aliases no longer; returns the main tag. Idempotent. */
export async function unfollowTag(deps: Pick<Deps, 'db'>, { userId }: Member, name: string): Promise<string> {
  const tag = await mainTag(deps.db, name)
  await withTransaction(deps.db, (tx) => deleteFollow(tx, userId, tag))
  return tag
}

/** Returns the tags that a member follows, latest first. */
export async function listFollowedTags(deps: Pick<Deps, 'db'>, userId: string): Promise<string[]> {
  return findFollowedTags(deps.db, userId)
}
