import { type SqlBool, sql } from 'kysely'

interface Also {
  /** Also include deleted memes that can still be restored. */
  orDeleted?: boolean | undefined
}

const notDeleted = (alias: string, { orDeleted }: Also) =>
  orDeleted ? sql`` : sql` and ${sql.ref(`${alias}.deleted_at`)} is null`

/**
 * Condition for a live meme, which everyone may see: not hidden because its owner is suspended, not taken down, not deleted.
 * Every query uses this condition, whose wording matches the partial index memes_newest.
 * @param alias the meme's row in the statement
 */
export const isLive = (alias = 'm', also: Also = {}) =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} = 'ready'${notDeleted(alias, also)})`

/**
 * Condition for memes that may be shown unprompted: to visitors by default, in trending, in sitemaps, to members who hide
 * sensitive memes.
 */
export const isNotSensitive = (alias = 'm') => sql<SqlBool>`(not ${sql.ref(`${alias}.sensitive`)})`

/** Condition for memes that are live now, or will be once their owner's suspension ends. */
export const isLiveOrHidden = (alias = 'm', also: Also = {}) =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} in ('ready', 'hidden')${notDeleted(alias, also)})`

/** Condition for memes that are live, or in review and requested by their owner or a moderator. */
export const isVisibleTo = (viewer: { userId: string; isModerator: boolean }, alias = 'm') =>
  sql<SqlBool>`(${isLive(alias)} or (${sql.ref(`${alias}.status`)} = 'review'${notDeleted(alias, {})}
    and ${viewer.isModerator ? sql`true` : sql`${sql.ref(`${alias}.user_id`)} = ${viewer.userId}`}))`

/** `isLive` for a loaded row. */
export const isLiveMeme = (meme: { status: string; deleted_at: Date | null }): boolean =>
  meme.status === 'ready' && meme.deleted_at === null

/** `isLiveOrHidden` for a loaded row: the memes that count toward their uploader. */
export const isLiveOrHiddenMeme = (meme: { status: string; deleted_at: Date | null }): boolean =>
  (meme.status === 'ready' || meme.status === 'hidden') && meme.deleted_at === null

/**
 * Whether a row that references a meme, and is deleted with it, belongs to a live one. Uses the small index memes_hidden,
 * because each page examines hundreds of candidates whose memes are far apart on disk.
 */
export const isOfLiveMeme = (memeId: ReturnType<typeof sql.ref>) =>
  sql<SqlBool>`(select true from memes m where m.id = ${memeId} and not ${isLive()}) is null`
