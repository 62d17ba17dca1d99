import { sql } from 'kysely'
import type { Role } from '#contract/people/roles.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'

export interface IdentityKey {
  /** `google`, `facebook`, or the issuer of another provider. */
  provider: string
  subject: string
}

/** Serializes concurrent first sign-ins of one person, so that the second finds the account of the first. */
export async function lockIdentity(tx: Tx, { provider, subject }: IdentityKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`.execute(tx)
}

/** Returns the id of the account linked to a provider identity. */
export async function findIdentity(db: Db, { provider, subject }: IdentityKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

export async function insertIdentity(tx: Tx, identity: IdentityKey & { userId: string }): Promise<void> {
  await tx
    .insertInto('identities')
    .values({ provider: identity.provider, subject: identity.subject, user_id: identity.userId })
    .execute()
}

export async function listIdentities(db: Db, userId: string): Promise<IdentityKey[]> {
  return db.selectFrom('identities').select(['provider', 'subject']).where('user_id', '=', userId).execute()
}

/** Returns the role that the provider's groups gave to a linked member; null if they gave none. */
export async function findGrantedRole(tx: Tx, { provider, subject }: IdentityKey): Promise<Role | null> {
  const row = await tx
    .selectFrom('identities')
    .select('granted_role')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.granted_role ?? null
}

export async function setGrantedRole(tx: Tx, { provider, subject }: IdentityKey, role: Role): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ granted_role: role === 'member' ? null : role })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()
}
