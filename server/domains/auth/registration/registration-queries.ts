import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type Registration = Selectable<Tables['registrations']>

/** Returns the pending registrations of an address, oldest first. */
export async function listPendingRegistrations(db: Db, email: string): Promise<Registration[]> {
  return db
    .selectFrom('registrations')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertRegistration(
  tx: Tx,
  registration: {
    id: string
    email: string
    username: string
    usernameKey: string
    passwordHash: string
    contentLanguage: Language
    acceptedTermsVersion: string | undefined
    networkKey: string
    inviteId: string | null
    expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({
      id: registration.id,
      email: registration.email,
      username: registration.username,
      username_key: registration.usernameKey,
      password_hash: registration.passwordHash,
      content_language: registration.contentLanguage,
      accepted_terms_version: registration.acceptedTermsVersion ?? null,
      network_key: registration.networkKey,
      invite_id: registration.inviteId,
      expires_at: registration.expiresAt,
    })
    .execute()
}

export async function deleteRegistrations(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('registrations').where('id', 'in', ids).execute()
}

export async function deleteRegistrationsOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('registrations').where('email', '=', email).execute()
}

/** Returns the number of pending registrations from a network. */
export async function countFromNetwork(db: Db, networkKey: string): Promise<number> {
  const { count } = await db
    .selectFrom('registrations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('network_key', '=', networkKey)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns true if a name belongs to a pending registration of another address. Registrations reserve their names in username_holds;
 * migrated ones only by their row.
 */
export async function isNamePending(db: Db, usernameKey: string, email: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('registrations as r')
    .select('r.id')
    .where('r.username_key', '=', usernameKey)
    .where('r.network_key', '=', '')
    .where('r.email', '<>', email ?? '')
    .where('r.expires_at', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').whereRef('users.email', '=', 'r.email'))),
    )
    .executeTakeFirst()
  return row !== undefined
}

export interface NameReservation {
  /** Keyed hashes of the username and of its visual skeletons. */
  holds: string[]
  reason: 'registration' | 'changed'
  /** Keyed hash of the address or member that holds the reservation and may use the name. */
  holder: string | null
  until: Date
}

/** Reserves a username. Returns false, without effect, if it or a lookalike is reserved by another holder. */
export async function reserveUsername(tx: Tx, { holds, reason, holder, until }: NameReservation): Promise<boolean> {
  const held = await tx
    .insertInto('username_holds')
    .values(holds.map((hold) => ({ username_key: hold, reason, holder, held_until: until })))
    .onConflict((conflict) =>
      conflict
        .column('username_key')
        .doUpdateSet({ reason, holder, held_until: until })
        .where((where) =>
          where.or([
            where('username_holds.held_until', '<', sql<Date>`now()`),
            where('username_holds.holder', '=', holder),
          ]),
        ),
    )
    .returning('username_key')
    .execute()
  if (held.length === holds.length) return true
  await releaseReservation(
    tx,
    held.map((row) => row.username_key),
  )
  return false
}

/** Ends the reservation of a name that an account now uses. */
export async function releaseReservation(tx: Tx, holds: string[]): Promise<void> {
  if (holds.length === 0) return
  await tx.deleteFrom('username_holds').where('username_key', 'in', holds).where('reason', '<>', 'deleted').execute()
}

/** Releases the names reserved by an address's registrations, except those given. */
export async function releaseReservationsOf(tx: Tx, holder: string, except: string[] = []): Promise<void> {
  await tx
    .deleteFrom('username_holds')
    .where('holder', '=', holder)
    .where('reason', '=', 'registration')
    .$if(except.length > 0, (query) => query.where('username_key', 'not in', except))
    .execute()
}

/** Returns when a member's former usernames become free, earliest first. */
export async function listPreviousNames(db: Db, holder: string): Promise<Date[]> {
  const rows = await db
    .selectFrom('username_holds')
    .select('held_until')
    // One reservation has several keys with the same expiry.
    .distinct()
    .where('holder', '=', holder)
    .where('reason', '=', 'changed')
    .where('held_until', '>', sql<Date>`now()`)
    .orderBy('held_until')
    .execute()
  return rows.map((row) => row.held_until)
}
