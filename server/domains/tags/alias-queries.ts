import { sql } from 'kysely'
import { fold } from '#contract/words.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'

export interface AliasRow {
  alias: string
  tag: string
}

/** Returns the aliases that are one of the tags, or lead to one. */
export async function findAliasesOf(db: Db, tags: readonly string[]): Promise<AliasRow[]> {
  return db
    .selectFrom('tag_aliases')
    .select(['alias', 'tag'])
    .where((where) => where.or([where('alias', 'in', [...tags]), where('tag', 'in', [...tags])]))
    .execute()
}

/** Returns the aliases of a tag, in alphabetical order. */
export async function listAliases(db: Db, tag: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tag_aliases')
    .select('alias')
    .where('tag', '=', tag)
    .orderBy('alias')
    .limit(limit)
    .execute()
  return rows.map(({ alias }) => alias)
}

/** Returns all aliases with their folded forms; their number is limited. */
export async function findAllAliases(db: Db): Promise<(AliasRow & { folded: string })[]> {
  return db.selectFrom('tag_aliases').select(['alias', 'tag', 'folded']).execute()
}

export async function countAliases(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from tag_aliases`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Adds an alias. Its followers follow the main tag too, and members who hide it hide the main tag; their own rows stay. */
export async function insertAlias(tx: Tx, alias: string, tag: string): Promise<void> {
  await tx
    .insertInto('tag_aliases')
    .values({ alias, tag, folded: fold(alias) })
    .execute()
  await sql`
    insert into tag_follows (user_id, tag) select user_id, ${tag}::text from tag_follows where tag = ${alias}
    on conflict do nothing`.execute(tx)
  await sql`
    insert into not_interested (user_id, kind, target)
    select user_id, kind, ${tag}::text from not_interested where kind = 'tag' and target = ${alias}
    on conflict do nothing`.execute(tx)
}

/** Returns the main tag of the removed alias; undefined if there is no such alias. */
export async function removeAlias(tx: Tx, alias: string): Promise<string | undefined> {
  const found = await tx.deleteFrom('tag_aliases').where('alias', '=', alias).returning('tag').executeTakeFirst()
  return found?.tag
}
