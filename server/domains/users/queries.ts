import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { DIGEST_KINDS } from '#contract/notifications/notifications.ts'
import type { Role } from '#contract/people/roles.ts'
import { UUID_LIKE } from '#contract/primitives.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { readValue, storeValue } from '#server/platform/db/stored-value-queries.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { PeopleSource } from './lists/people-source.ts'
import { isSuspended } from './lists/suspended.ts'
import { replaceNames } from './name-queries.ts'
import { SKELETONS_VERSION, usernameKey, usernameSkeletons } from './username-keys.ts'

export type UserRow = Selectable<Tables['users']>

/** Finds a user by id, or by username if the text is not a UUID. */
export async function findUser(db: Db, idOrName: string): Promise<UserRow | undefined> {
  const query = db.selectFrom('users').selectAll()
  return UUID_LIKE.test(idOrName)
    ? query.where('id', '=', idOrName).executeTakeFirst()
    : query.where('username_key', '=', usernameKey(idOrName)).executeTakeFirst()
}

/** One person by id, or by username if the text is not a UUID. */
export const oneSource = (idOrName: string): PeopleSource => ({
  candidates: sql`select id as person_id from users where ${
    UUID_LIKE.test(idOrName) ? sql`id = ${idOrName}` : sql`username_key = ${usernameKey(idOrName)}`
  }`,
  order: sql`u.id`,
})

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export interface NewUser {
  id: string
  username: string
  email: string | null
  passwordHash: string | null
  displayName: string
  bio?: string
  contentLanguage: Language
  emailVerifiedAt?: Date | null
  acceptedTermsVersion?: string | undefined
  acceptedTermsAt?: Date | undefined
  isDemo?: boolean
  createdAt?: Date
}

/** Inserts a user; returns undefined if the username, a lookalike, or the email address is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  const now = user.createdAt ?? new Date()
  const row = await tx
    .insertInto('users')
    .values({
      id: user.id,
      username: user.username.normalize('NFC'),
      username_key: usernameKey(user.username),
      email: user.email,
      email_verified_at: user.emailVerifiedAt ?? null,
      password_hash: user.passwordHash,
      display_name: user.displayName,
      bio: user.bio ?? '',
      content_language: user.contentLanguage,
      accepted_terms_version: user.acceptedTermsVersion ?? null,
      accepted_terms_at: user.acceptedTermsVersion ? (user.acceptedTermsAt ?? now) : null,
      is_demo: user.isDemo ?? false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  if (!(await claimSkeletons(tx, user.id, user.username))) {
    await deleteUser(tx, user.id)
    return undefined
  }
  await replaceNames(tx, [{ id: row.id, username: row.username, displayName: row.display_name }])
  return row
}

/** Stores the skeletons of a member's username; returns false without effect if another member has them. */
async function claimSkeletons(tx: Tx, userId: string, username: string): Promise<boolean> {
  const skeletons = usernameSkeletons(username)
  const inserted = await insertSkeletons(
    tx,
    skeletons.map((skeleton) => ({ skeleton, user_id: userId })),
  )
  if (inserted === skeletons.length) return true
  await tx.deleteFrom('username_skeletons').where('user_id', '=', userId).execute()
  return false
}

/** Changes a member's username; returns false if another member has it or a lookalike. */
export async function renameUser(tx: Tx, userId: string, username: string): Promise<boolean> {
  await tx.deleteFrom('username_skeletons').where('user_id', '=', userId).execute()
  if (!(await claimSkeletons(tx, userId, username))) return false
  await updateUser(tx, userId, { username: username.normalize('NFC'), username_key: usernameKey(username) })
  return true
}

async function insertSkeletons(tx: Tx, rows: { skeleton: string; user_id: string }[]): Promise<number> {
  const inserted = await tx
    .insertInto('username_skeletons')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('skeleton')
    .execute()
  return inserted.length
}

/** Returns true if a member other than `exceptUserId` has this username or a lookalike. */
export async function isUsernameTaken(db: Db, username: string, exceptUserId: string | null = null): Promise<boolean> {
  const found = await sql`
    select from users where username_key = ${usernameKey(username)} and id is distinct from ${exceptUserId}::uuid
    union all select from username_skeletons
      where skeleton = any(${usernameSkeletons(username)}::text[]) and user_id is distinct from ${exceptUserId}::uuid
    limit 1`.execute(db)
  return found.rows.length > 0
}

const SKELETONS_MARK = 'usernames.skeletons'

/** Returns true if the stored skeletons have the current version. */
export async function areSkeletonsCurrent(db: Db): Promise<boolean> {
  return (await readValue(db, SKELETONS_MARK)) === SKELETONS_VERSION
}

export const markSkeletonsCurrent = (tx: Tx): Promise<void> => storeValue(tx, SKELETONS_MARK, SKELETONS_VERSION)

/**
 * Stores the username skeletons and search names of the next members, oldest members first. Returns the id of the last one, or
 * null at the end.
 */
export async function fillSkeletons(tx: Tx, after: string | null, limit: number): Promise<string | null> {
  const users = await tx
    .selectFrom('users')
    .select(['id', 'username', 'display_name as displayName'])
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  const rows = users.flatMap(({ id, username }) =>
    usernameSkeletons(username).map((skeleton) => ({ skeleton, user_id: id })),
  )
  if (rows.length > 0) await insertSkeletons(tx, rows)
  await replaceNames(tx, users)
  return users.at(-1)?.id ?? null
}

/** Updates the given fields and returns the updated row. */
export async function updateUser(
  tx: Tx,
  userId: string,
  change: Partial<
    Pick<
      UserRow,
      | 'email'
      | 'email_verified_at'
      | 'username'
      | 'username_key'
      | 'password_hash'
      | 'accepted_terms_version'
      | 'accepted_terms_at'
      | 'display_name'
      | 'bio'
      | 'avatar_large'
      | 'avatar_small'
      | 'content_language'
      | 'email_notifications'
      | 'sensitive_content'
      | 'notifications_off'
      | 'mails_off'
      | 'pushes_off'
    >
  >,
): Promise<UserRow | undefined> {
  const row = await tx
    .updateTable('users')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (row && (change.display_name !== undefined || change.username !== undefined))
    await replaceNames(tx, [{ id: row.id, username: row.username, displayName: row.display_name }])
  return row
}

export async function raiseEpoch(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ sign_in_epoch: sql`sign_in_epoch + 1` }).where('id', '=', userId).execute()
}

/** Raises the sign-in epoch of members with a second factor; other members have no pending first factor to invalidate. */
export async function raiseEpochOfAll(tx: Tx): Promise<void> {
  await sql`update users set sign_in_epoch = sign_in_epoch + 1
    where id in (select user_id from totp_secrets union all select user_id from passkey_factors)`.execute(tx)
}

/** Locks a member; returns undefined if deleted. */
export async function lockUser(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()
}

/**
 * Serializes a member's uploads. Unlike `lockUser`, does not block rows that reference the member, such as follows. Returns
 * undefined if deleted.
 */
export async function lockUploader(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

/** Locks several members in id order to avoid deadlocks. Omits deleted ones. Does not block rows that reference them. */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  return tx.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Returns true if there is an active admin other than `exceptId`. */
export async function hasOtherAdmin(db: Db, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', exceptId)
    .where(({ not }) => not(isSuspended('users')))
    .executeTakeFirst()
  return row !== undefined
}

/** Serializes changes that remove an admin, so that the second of two concurrent changes sees the first. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(tx)
}

/** Removes a member from the follow counters of others, or adds them back. */
export async function countFollowsOf(tx: Tx, userId: string, by: 1 | -1): Promise<void> {
  await sql`
    update users set followers_count = greatest(0, followers_count + ${by}::int)
    where id in (select followed_id from follows where follower_id = ${userId})`.execute(tx)
  await sql`
    update users set following_count = greatest(0, following_count + ${by}::int)
    where id in (select follower_id from follows where followed_id = ${userId})`.execute(tx)
}

/** Deletes the member and, by cascade, all their rows. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}

export async function touchActive(db: Tx, userId: string): Promise<void> {
  await db.updateTable('users').set({ last_active_at: sql`now()` }).where('id', '=', userId).execute()
}

export async function addMemesCount(tx: Tx, userId: string, by: number): Promise<void> {
  await sql`update users set memes_count = greatest(0, memes_count + ${by}) where id = ${userId}`.execute(tx)
}

/** Returns false if there is no such user. */
export async function switchOffMails(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .updateTable('users')
    .set({
      email_notifications: false,
      mails_off: sql`array(select distinct unnest(mails_off || ${[...DIGEST_KINDS]}::text[]) order by 1)`,
    })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}

export async function setRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
}

export async function setSuspension(
  tx: Tx,
  userId: string,
  suspension: { reason: string; until: Date | null } | null,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      suspended_at: suspension === null ? null : new Date(),
      suspended_reason: suspension?.reason ?? null,
      suspended_until: suspension?.until ?? null,
    })
    .where('id', '=', userId)
    .execute()
}
