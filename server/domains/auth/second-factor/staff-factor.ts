import type { Role } from '#contract/people/roles.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/viewer.ts'
import { readSettings } from '../../settings/read-settings.ts'

/** Returns the effective role: moderators and admins without the second factor that the site requires count as members. */
export async function roleWithFactor(
  db: Db,
  row: { role: Role; lacksSecondFactor: boolean },
): Promise<Pick<Member, 'role' | 'lacksSecondFactor'>> {
  if (!row.lacksSecondFactor || !(await readSettings(db)).staffNeedsSecondFactor) return { role: row.role }
  return { role: 'member', lacksSecondFactor: true }
}
