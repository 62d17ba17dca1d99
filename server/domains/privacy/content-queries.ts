import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { isVisibleToMember } from '../memes/lists/scopes.ts'

/** The name of a meme that a member acted on; null if another user owns it and the member can no longer open it. */
const nameFor = (userId: string) =>
  sql<string | null>`
  case when memes.user_id = ${userId}::uuid or ${isVisibleToMember(userId, 'memes')}
    then memes.name end`.as('name')

/** Returns all exportable profile data of a member, as plain rows with readable names. */
export async function readProfile(db: Db, userId: string) {
  const profile = await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'email_verified_at as emailVerifiedAt',
      'display_name as displayName',
      'bio',
      'avatar_large as avatarFile',
      'content_language as contentLanguage',
      'email_notifications as emailNotifications',
      'notifications_off as notificationsOff',
      'mails_off as mailsOff',
      'pushes_off as pushesOff',
      'sensitive_content as sensitiveContent',
      'keeps_history as keepsHistory',
      'accepted_terms_version as acceptedTermsVersion',
      'accepted_terms_at as acceptedTermsAt',
      'suspended_at as suspendedAt',
      'suspended_reason as suspendedReason',
      'role',
      'quota_memes as quotaMemes',
      'quota_megabytes as quotaMegabytes',
      'followers_count as followersCount',
      'following_count as followingCount',
      'memes_count as memesCount',
      'last_active_at as lastActiveAt',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!profile) return undefined
  const signIn = await db
    .selectFrom('identities')
    .select(['provider', 'subject', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'synced', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const emailChange = await db
    .selectFrom('email_changes')
    .select(['email', 'created_at as requestedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const authenticator = await db
    .selectFrom('totp_secrets')
    .select(['created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    ...profile,
    emailChange: emailChange ?? null,
    signInProviders: signIn,
    passkeys,
    authenticator: authenticator ?? null,
  }
}

const correctionsOf = sql<{ at: string; byModerator: boolean; before: string; after: string }[]>`coalesce((
  select json_agg(json_build_object('at', c.created_at, 'byModerator', c.by_moderator, 'before', c.before, 'after', c.after) order by c.id)
  from word_corrections c where c.meme_id = memes.id), '[]')`

export async function readMemes(db: Db, userId: string) {
  return db
    .selectFrom('memes')
    .innerJoin('meme_stats', 'meme_stats.meme_id', 'memes.id')
    .leftJoin('meme_texts', 'meme_texts.meme_id', 'memes.id')
    .select([
      'memes.id',
      'memes.name',
      'memes.description',
      'memes.alt_text as altText',
      'memes.tags',
      'memes.location',
      'memes.status',
      'memes.removed_at as removedAt',
      'memes.removed_reason as removedReason',
      'memes.blob_origin as blob',
      'memes.width',
      'memes.height',
      'memes.animated',
      'memes.sensitive',
      'memes.sensitive_score as sensitiveScore',
      'meme_texts.picture_text as wordsInPicture',
      correctionsOf.as('corrections'),
      'meme_stats.view_count as viewCount',
      'meme_stats.like_count as likeCount',
      'meme_stats.dislike_count as dislikeCount',
      'meme_stats.copy_count as copyCount',
      'memes.created_at as createdAt',
      'memes.updated_at as updatedAt',
    ])
    .where('memes.user_id', '=', userId)
    .where('memes.deleted_at', 'is', null)
    .orderBy('memes.created_at')
    .execute()
}

export async function readActions(db: Db, userId: string) {
  const ledger = await db
    .selectFrom('actions')
    .select(['at', 'meme_id as memeId', 'action', 'delta', 'source', 'device', 'language'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute()
  const reactions = await db
    .selectFrom('reactions')
    .innerJoin('memes', 'memes.id', 'reactions.meme_id')
    .select(['reactions.meme_id as memeId', nameFor(userId), 'kind', 'reactions.created_at as at'])
    .where('reactions.user_id', '=', userId)
    .orderBy('reactions.created_at')
    .execute()
  const reports = await db
    .selectFrom('reports')
    .select(['created_at as at', 'meme_id as memeId', 'reason', 'note', 'status'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const appeals = await db
    .selectFrom('appeals')
    .select(['created_at as at', 'meme_id as memeId', 'note', 'status', 'answer', 'closed_at as closedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const seen = await db
    .selectFrom('feed_seen')
    .select(['meme_id as memeId', 'seen_at as at'])
    .where('user_id', '=', userId)
    .orderBy('seen_at')
    .orderBy('meme_id')
    .execute()
  const notInterested = await db
    .selectFrom('not_interested')
    .select(['kind', 'target', 'created_at as since'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return { reactions, ledger, reports, appeals, seen, notInterested }
}

export async function readSavedSearches(db: Db, userId: string) {
  return db
    .selectFrom('saved_searches')
    .select(['query', 'filters', 'created_at as since'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns the active guest links of a member's memes and albums, without their addresses, which give access. */
export async function readGuestLinks(db: Db, userId: string) {
  return db
    .selectFrom('guest_links')
    .leftJoin('memes', 'memes.id', 'guest_links.meme_id')
    .leftJoin('albums', 'albums.id', 'guest_links.album_id')
    .select(['guest_links.meme_id as memeId', 'guest_links.album_id as albumId', 'guest_links.created_at as since'])
    .where((where) => where.or([where('memes.user_id', '=', userId), where('albums.user_id', '=', userId)]))
    .orderBy('guest_links.created_at')
    .orderBy('guest_links.id')
    .execute()
}

export async function readFollows(db: Db, userId: string) {
  const side = async (own: 'follower_id' | 'followed_id', other: 'follower_id' | 'followed_id') =>
    (
      await sql<{ username: string; displayName: string; since: Date }>`
        select u.username, u.display_name as "displayName", f.created_at as since
        from follows f join users u on u.id = f.${sql.ref(other)}
        where f.${sql.ref(own)} = ${userId} order by f.created_at`.execute(db)
    ).rows
  const tags = await db
    .selectFrom('tag_follows')
    .select(['tag', 'created_at as since'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('tag')
    .execute()
  const hidden = async (reason: 'block' | 'mute') =>
    (
      await sql<{ username: string; displayName: string; since: Date }>`
        select u.username, u.display_name as "displayName", h.created_at as since
        from hidden_people h join users u on u.id = h.person_id
        where h.user_id = ${userId} and h.reason = ${reason} order by h.created_at, u.id`.execute(db)
    ).rows
  return {
    following: await side('follower_id', 'followed_id'),
    followers: await side('followed_id', 'follower_id'),
    blocked: await hidden('block'),
    muted: await hidden('mute'),
    tags,
  }
}

export async function readAlbum(db: Db, userId: string) {
  return db
    .selectFrom('album_items')
    .innerJoin('memes', 'memes.id', 'album_items.meme_id')
    .select(['album_items.meme_id as memeId', nameFor(userId), 'album_items.added_at as addedAt'])
    .where('album_items.user_id', '=', userId)
    .orderBy('album_items.added_at')
    .execute()
}

/** Returns named albums in order, with their contents. */
export async function readNamedAlbums(db: Db, userId: string) {
  const albums = await db
    .selectFrom('albums')
    .select(['id', 'name', 'visibility', 'cover_id as coverId', 'used_at as usedAt', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const memes = await db
    .selectFrom('album_memes')
    .innerJoin('albums', 'albums.id', 'album_memes.album_id')
    .innerJoin('memes', 'memes.id', 'album_memes.meme_id')
    .select([
      'album_memes.album_id as albumId',
      'memes.id as memeId',
      nameFor(userId),
      'album_memes.added_at as addedAt',
    ])
    .where('albums.user_id', '=', userId)
    .orderBy('album_memes.position', 'desc')
    .execute()
  return albums.map((album) => ({
    ...album,
    memes: memes.filter(({ albumId }) => albumId === album.id).map(({ albumId: _, ...meme }) => meme),
  }))
}

export async function readSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as browser',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
      'revoked_at as endedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

export async function readAccessTokens(db: Db, userId: string) {
  return db
    .selectFrom('access_tokens')
    .select(['id', 'name', 'scopes', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}
