import { hasPowerOver } from '#contract/people/power.ts'
import type { Role } from '#contract/people/roles.ts'

interface HasRole {
  role?: string
}

/** Only controls the UI; the server enforces permissions. */
export const mayModerate = (user: HasRole | null): boolean => user?.role === 'moderator' || user?.role === 'admin'
export const mayAdminister = (user: HasRole | null): boolean => user?.role === 'admin'

/** Returns why a member may not decide about a user; null if they may. */
export function whyNoPower(
  user: (HasRole & { userId: string }) | null,
  person: { _id: string; role: Role },
): 'own' | 'above' | null {
  if (user?.userId === person._id) return 'own'
  return hasPowerOver(user?.role, person.role) ? null : 'above'
}
