import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'

/** Returns the address that a member asked to change to within the given time. */
export async function findEmailChange(db: Db, userId: string, withinSeconds: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_changes')
    .select('email')
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${withinSeconds})`)
    .executeTakeFirst()
  return row?.email
}

/** Stores the last requested address. Repeating a request within an hour does not renew it. */
export async function putEmailChange(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .insertInto('email_changes')
    .values({ user_id: userId, email })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ email, created_at: new Date() })
        .where(({ or, eb }) =>
          or([
            eb('email_changes.email', '<>', email),
            eb('email_changes.created_at', '<', sql<Date>`now() - interval '1 hour'`),
          ]),
        ),
    )
    .execute()
}

export async function deleteEmailChange(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}
