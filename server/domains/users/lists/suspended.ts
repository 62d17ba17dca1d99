import { type SqlBool, sql } from 'kysely'

/**
 * Returns the condition that a member is suspended now. A suspension is over at its end time, even before `endSuspensions` reverts its
 * effects.
 * @param alias the member's row in the statement
 */
export const isSuspended = (alias: string) =>
  sql<SqlBool>`(${sql.ref(`${alias}.suspended_at`)} is not null
    and (${sql.ref(`${alias}.suspended_until`)} is null or ${sql.ref(`${alias}.suspended_until`)} > now()))`

/** `isSuspended` for a loaded row. */
export const isSuspendedMember = (
  { suspended_at, suspended_until }: { suspended_at: Date | null; suspended_until: Date | null },
  now = new Date(),
): boolean => suspended_at !== null && (suspended_until === null || suspended_until > now)

/** A person who may be named to others: their email is verified, and they are not suspended. */
export const isPublicPerson = (alias: string) =>
  sql<SqlBool>`(not ${isSuspended(alias)}
    and (${sql.ref(`${alias}.email_verified_at`)} is not null or ${sql.ref(`${alias}.is_demo`)}))`
