import { type SqlBool, sql } from 'kysely'

interface Also {
  /** Counts those as well whose deletion can still be taken back. */
  orDeleted?: boolean | undefined
}

const notDeleted = (alias: string, { orDeleted }: Also) =>
  orDeleted ? sql`` : sql` and ${sql.ref(`${alias}.deleted_at`)} is null`

/**
 * What a live meme is, the one that anybody may see: neither hidden with its suspended owner, nor taken down, nor deleted.
 * Every query says it with this, in the words of the partial index memes_newest.
 * @param alias the meme's row in the statement
 */
export const isLive = (alias = 'm', also: Also = {}) =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} = 'ready'${notDeleted(alias, also)})`

/** What is shown unasked: to visitors first, in trending, in sitemaps, to members who hide sensitive memes. */
export const isNotSensitive = (alias = 'm') => sql<SqlBool>`(not ${sql.ref(`${alias}.sensitive`)})`

/** Live now, or once the suspension of its owner ends. */
export const isLiveOrHidden = (alias = 'm', also: Also = {}) =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} in ('ready', 'hidden')${notDeleted(alias, also)})`

/** Live, or in review and asked for by its owner or a moderator. */
export const isVisibleTo = (viewer: { userId: string; isModerator: boolean }, alias = 'm') =>
  sql<SqlBool>`(${isLive(alias)} or (${sql.ref(`${alias}.status`)} = 'review'${notDeleted(alias, {})}
    and ${viewer.isModerator ? sql`true` : sql`${sql.ref(`${alias}.user_id`)} = ${viewer.userId}`}))`

/** The same of a row in hand. */
export const isLiveMeme = (meme: { status: string; deleted_at: Date | null }): boolean =>
  meme.status === 'ready' && meme.deleted_at === null

/** `isLiveOrHidden` of a row in hand: the memes that count as their uploader's. */
export const isLiveOrHiddenMeme = (meme: { status: string; deleted_at: Date | null }): boolean =>
  (meme.status === 'ready' || meme.status === 'hidden') && meme.deleted_at === null

/**
 * Whether a row that goes with its meme, and is gone with it, is of a live one. Asked of the small index memes_hidden: hundreds
 * of candidates are seen for each page, and their memes lie far apart.
 */
export const isOfLiveMeme = (memeId: ReturnType<typeof sql.ref>) =>
  sql<SqlBool>`(select true from memes m where m.id = ${memeId} and not ${isLive()}) is null`
