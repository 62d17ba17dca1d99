import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'

const ALIASES = sql`hashtextextended('tag aliases', 0)`

/** Takes the shared lock of writers of tags until the transaction ends, so that a new alias waits for them. */
export async function shareAliases(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ALIASES})`.execute(tx)
}

/** Takes the exclusive lock for changes of aliases. */
export async function lockAliases(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ALIASES})`.execute(tx)
}

/** Returns the main tags of those tags that are aliases. */
export async function findMainTags(db: Db, tags: readonly string[]): Promise<Map<string, string>> {
  if (tags.length === 0) return new Map()
  const rows = await db
    .selectFrom('tag_aliases')
    .select(['alias', 'tag'])
    .where('alias', 'in', [...tags])
    .execute()
  return new Map(rows.map(({ alias, tag }) => [alias, tag]))
}

export interface TaggedMeme {
  id: string
  name: string
  description: string
  tags: string[]
}

/** Returns the next memes with a tag, in any state, by id. */
export async function findTagged(db: Db, tag: string, after: string, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from memes where tags @> array[${tag}]::text[] and id > ${after}::uuid order by id limit ${limit}`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

export async function lockTagged(tx: Tx, id: string): Promise<TaggedMeme | undefined> {
  return tx
    .selectFrom('memes')
    .select(['id', 'name', 'description', 'tags'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Replaces the tags of a meme. Leaves its time of change, because its texts are the same. */
export async function setTags(tx: Tx, id: string, tags: string[]): Promise<void> {
  await tx.updateTable('memes').set({ tags }).where('id', '=', id).execute()
}
