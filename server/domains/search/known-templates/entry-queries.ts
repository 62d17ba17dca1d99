import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { KnownTemplate } from './known-template.ts'

export interface EntryRow {
  id: string
  /** Null if the template was removed. */
  entry: Pick<KnownTemplate, 'name' | 'texts'> | null
}

/** Returns the templates that moderators changed, in the order of their ids. */
export async function findEntries(db: Db): Promise<EntryRow[]> {
  const rows = await db.selectFrom('known_entries').select(['id', 'entry']).orderBy('id').execute()
  return rows as EntryRow[]
}

/** Serializes changes, so that two of them cannot take one name. */
export async function lockEntries(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('known templates', 0))`.execute(tx)
}

export async function saveEntry(tx: Tx, { id, entry }: EntryRow): Promise<void> {
  await sql`
    insert into known_entries (id, entry) values (${id}, ${entry && JSON.stringify(entry)}::jsonb)
    on conflict (id) do update set entry = excluded.entry, updated_at = now()`.execute(tx)
}

export async function deleteEntry(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('known_entries').where('id', '=', id).execute()
}
