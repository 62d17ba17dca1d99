import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'

const isValid = sql<boolean>`revoked_at is null and expires_at > now() and uses < uses_max`

/** Returns the id of an invite that can still be used. */
export async function findValidInvite(db: Db, code: string): Promise<string | undefined> {
  const row = await db.selectFrom('invites').select('id').where('code', '=', code).where(isValid).executeTakeFirst()
  return row?.id
}

/** Counts a use. Returns false if the invite can no longer be used. */
export async function useInviteOnce(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('invites')
    .set({ uses: sql<number>`uses + 1` })
    .where('id', '=', id)
    .where(isValid)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setInviteOf(tx: Tx, userId: string, inviteId: string): Promise<void> {
  await tx.updateTable('users').set({ invite_id: inviteId }).where('id', '=', userId).execute()
}

export async function countValidInvites(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('invites')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isValid)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertInvite(
  tx: Tx,
  invite: { code: string; createdBy: string; usesMax: number; expiresAt: Date },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('invites')
    .values({
      id,
      code: invite.code,
      created_by: invite.createdBy,
      uses_max: invite.usesMax,
      expires_at: invite.expiresAt,
    })
    .execute()
  return id
}

export interface InviteRow {
  id: string
  code: string
  uses_max: number
  uses: number
  created_by: string | null
  created_at: Date
  expires_at: Date
  is_valid: boolean
  invited: string[]
}

/** Returns the newest invites, or one, each with up to `people` of its latest users. */
export async function findInvites(
  db: Db,
  limit: number,
  people: number,
  id: string | null = null,
): Promise<InviteRow[]> {
  const found = await sql<InviteRow>`
    select i.id, i.code, i.uses_max, i.uses, c.username as created_by, i.created_at, i.expires_at, ${isValid} as is_valid,
      array(select u.username from users u where u.invite_id = i.id order by u.created_at desc limit ${people}) as invited
    from invites i left join users c on c.id = i.created_by
    where ${id === null ? sql`true` : sql`i.id = ${id}`}
    order by i.created_at desc, i.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Revokes an invite. Returns false if it does not exist or was revoked before. */
export async function setInviteRevoked(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('invites')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true if a ban covers an address in the notation of `ipaddr.js`. */
export async function isNetworkBanned(db: Db, address: string): Promise<boolean> {
  const found = await sql`select from banned_networks where network >>= ${address}::inet limit 1`.execute(db)
  return found.rows.length > 0
}

export interface BannedNetworkRow {
  id: string
  network: string
  reason: string
  created_at: Date
}

const networkColumns = ['id', sql<string>`network::text`.as('network'), 'reason', 'created_at'] as const

/** Bans a network. An existing ban gets the new reason. */
export async function insertBannedNetwork(tx: Tx, network: string, reason: string): Promise<BannedNetworkRow> {
  return tx
    .insertInto('banned_networks')
    .values({ id: newId(), network, reason })
    .onConflict((conflict) => conflict.column('network').doUpdateSet({ reason }))
    .returning(networkColumns)
    .executeTakeFirstOrThrow()
}

export async function findBannedNetworks(db: Db, limit: number): Promise<BannedNetworkRow[]> {
  return db
    .selectFrom('banned_networks')
    .select(networkColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes a ban. Returns its network; undefined if there is no such ban. */
export async function deleteBannedNetwork(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('banned_networks')
    .where('id', '=', id)
    .returning(sql<string>`network::text`.as('network'))
    .executeTakeFirst()
  return row?.network
}
