import type { AdminPerson } from '#contract/moderation/admin.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type DeskPage, deskPeople, keysetOf, type PageInput, pageOf } from '../moderation/list-desk.ts'
import { findPeople, type PersonFilter } from './queries.ts'

/** Returns one page of members, newest first. Throws cursor.invalid. */
export async function listPeople(
  deps: Pick<Deps, 'config' | 'db'>,
  input: PageInput & { q?: string | undefined; role?: PersonFilter['role'] },
): Promise<DeskPage<AdminPerson>> {
  const filter = { q: input.q?.trim() ?? '', role: input.role }
  const list = `people ${filter.role ?? ''} ${filter.q}`
  const rows = await findPeople(deps.db, filter, input.limit + 1, keysetOf(deps, list, input))
  const { page, ...rest } = pageOf(deps, list, rows, input.limit)
  const people = await deskPeople(
    deps,
    page.map(({ id }) => id),
  )
  const data = page.flatMap((row): AdminPerson[] => {
    const person = people.get(row.id)
    if (!person) return []
    return [
      {
        ...person,
        email: row.email ?? '',
        suspendedReason: row.suspended_reason,
        suspendedUntil: row.suspended_until?.toISOString() ?? null,
        invitedBy: row.invited_by,
        stored: { memes: row.stored_memes, bytes: row.stored_bytes },
        quota: { memes: row.quota_memes, megabytes: row.quota_megabytes },
      },
    ]
  })
  return { data, ...rest }
}
