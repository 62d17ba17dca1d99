import type { Db } from '../../platform/db/db.ts'

/** Finds the default owner of imported memes: the oldest admin, else the only member. */
export async function findDefaultOwner(db: Db): Promise<{ id: string; username: string } | undefined> {
  const members = () => db.selectFrom('users').select(['id', 'username']).where('is_demo', '=', false)
  const admin = await members().where('role', '=', 'admin').orderBy('created_at').executeTakeFirst()
  if (admin) return admin
  const [first, second] = await members().limit(2).execute()
  return second ? undefined : first
}
