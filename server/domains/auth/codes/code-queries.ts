import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { CodePurpose } from '../rules.ts'

export type CodeRow = Selectable<Tables['codes']>

const CODES_LOOKED_AT = 50
/** The slot of password links: too long to guess, so wrong codes do not count for it. */
export const LINK_SLOT = 'link'

/** Serializes all decisions about an address: its codes, registrations and account. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`.execute(tx)
}

/** Returns the codes of an address, newest first, except those that expired over an hour ago. */
export async function listCodes(db: Db, email: string, purpose: CodePurpose, slot?: string): Promise<CodeRow[]> {
  return db
    .selectFrom('codes')
    .selectAll()
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now() - interval '1 hour'`)
    .$if(slot !== undefined, (query) => query.where('slot', '=', slot ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('slot')
    .limit(CODES_LOOKED_AT)
    .execute()
}

export interface NewCode {
  email: string
  purpose: CodePurpose
  slot: string
  codeHash: string
  sends: number
  expiresAt: Date
  canResendAt: Date
}

/** Stores a new code in its slot, replacing the previous one. */
export async function putCode(tx: Tx, code: NewCode): Promise<CodeRow> {
  const fresh = {
    code_hash: code.codeHash,
    attempts: 0,
    tries: '{}',
    sends: code.sends,
    expires_at: code.expiresAt,
    can_resend_at: code.canResendAt,
    created_at: new Date(),
    consumed_at: null,
  }
  return tx
    .insertInto('codes')
    .values({ email: code.email, purpose: code.purpose, slot: code.slot, ...fresh })
    .onConflict((conflict) => conflict.columns(['email', 'purpose', 'slot']).doUpdateSet(fresh))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveTries(tx: Tx, code: CodeRow, attempts: number, tries: Record<string, number>): Promise<void> {
  await tx
    .updateTable('codes')
    .set({ attempts, tries: JSON.stringify(tries) })
    .where('email', '=', code.email)
    .where('purpose', '=', code.purpose)
    .where('slot', '=', code.slot)
    .execute()
}

export async function consumeCodes(tx: Tx, email: string, purpose: CodePurpose): Promise<void> {
  await tx
    .updateTable('codes')
    .set({ consumed_at: new Date() })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('consumed_at', 'is', null)
    .execute()
}

/** Deletes the codes of a deleted member: those for their address, and those they requested for other addresses. */
export async function deleteCodes(tx: Tx, userId: string, email: string | null): Promise<void> {
  await tx
    .deleteFrom('codes')
    .where((where) => where.or([where('slot', '=', userId), ...(email ? [where('email', '=', email)] : [])]))
    .execute()
}
