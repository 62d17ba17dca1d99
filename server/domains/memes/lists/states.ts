import { type SqlBool, sql } from 'kysely'

// The states of a meme that do not depend on its viewer. scopes.ts adds the rules that do.

interface Also {
  /** Also include deleted memes that can still be restored. */
  orDeleted?: boolean | undefined
}

const notDeleted = (alias: string, { orDeleted }: Also) =>
  orDeleted ? sql`` : sql` and ${sql.ref(`${alias}.deleted_at`)} is null`

/**
 * Condition for a live meme, which everyone may see: not hidden because its owner is suspended, not taken down, not deleted.
 * Every query uses this condition. Its wording matches the partial index memes_newest.
 * @param alias the meme's row in the statement
 */
export const isLive = (alias = 'm', also: Also = {}) =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} = 'ready'${notDeleted(alias, also)})`

/** Condition for memes that may be shown to a viewer who did not request them. */
export const isNotSensitive = (alias = 'm') => sql<SqlBool>`(not ${sql.ref(`${alias}.sensitive`)})`

/** Condition for memes that are live now, or will be once their owner's suspension ends. */
export const isLiveOrHidden = (alias = 'm', also: Also = {}) =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} in ('ready', 'hidden')${notDeleted(alias, also)})`

/** Condition for memes in review, which only their owner and moderators may open. */
export const isInReview = (alias = 'm', also: Also = {}) =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} = 'review'${notDeleted(alias, also)})`

/** Condition for memes that moderators removed. Only their owner's list shows them, without the picture. */
export const isRemoved = (alias = 'm') =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} = 'removed'${notDeleted(alias, {})})`

/** `isLive` for a loaded row. */
export const isLiveMeme = (meme: { status: string; deleted_at: Date | null }): boolean =>
  meme.status === 'ready' && meme.deleted_at === null

/** `isLiveOrHidden` for a loaded row: the memes that count toward their uploader. */
export const isLiveOrHiddenMeme = (meme: { status: string; deleted_at: Date | null }): boolean =>
  (meme.status === 'ready' || meme.status === 'hidden') && meme.deleted_at === null

/**
 * `isLive` for a row that references a meme and is deleted with it. Uses the small index memes_hidden, because each page examines
 * hundreds of candidates that are far apart on disk.
 */
export const isOfLiveMeme = (memeId: ReturnType<typeof sql.ref>) =>
  sql<SqlBool>`(select true from memes m where m.id = ${memeId} and not ${isLive()}) is null`
