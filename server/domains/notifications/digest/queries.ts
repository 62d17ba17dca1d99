import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { DIGEST_KINDS } from '#contract/notifications/notifications.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { hasContent } from '../queries.ts'
import { EVERY_MINUTES, GATHERED_MINUTES, WITHIN_HOURS } from './rules.ts'

/**
 * Returns members with news to mail: unread, unchanged for some minutes, of a kind that they receive by mail, and without such a
 * mail in the last hour. At most `limit`.
 */
export async function findDueMembers(db: Db, limit: number): Promise<string[]> {
  const found = await sql<{ user_id: string }>`
    select distinct n.user_id from notifications n join users u on u.id = n.user_id
    where ${isDue} and u.email is not null and u.suspended_at is null
      and not exists (select from notifications o
        where o.user_id = n.user_id and o.mailed_at > now() - make_interval(mins => ${EVERY_MINUTES}))
    limit ${limit}`.execute(db)
  return found.rows.map(({ user_id }) => user_id)
}

const isDue = sql`
  n.read_at is null and n.kind = any(${[...DIGEST_KINDS]}::text[]) and not (n.kind = any(u.mails_off))
  and n.updated_at < now() - make_interval(mins => ${GATHERED_MINUTES})
  and n.updated_at > now() - make_interval(hours => ${WITHIN_HOURS})
  and (n.mailed_at is null or n.mailed_at < n.updated_at) and ${hasContent(sql`n.user_id`)}`

export interface Addressee {
  email: string | null
  language: Language
}

/** Locks a member, so that two runs cannot mail the same news. */
export async function lockAddressee(tx: Tx, userId: string): Promise<Addressee | undefined> {
  return tx
    .selectFrom('users')
    .select(['email', 'content_language as language'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Marks a member's due news as mailed and returns their ids, latest first, at most `limit`. */
export async function takeDue(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    with due as (
      select n.id from notifications n join users u on u.id = n.user_id
      where n.user_id = ${userId}::uuid and ${isDue} order by n.updated_at desc limit ${limit}
    )
    update notifications n set mailed_at = clock_timestamp() from due where n.id = due.id returning n.id`.execute(tx)
  return found.rows.map(({ id }) => id)
}
