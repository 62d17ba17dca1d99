import { hasPowerOver, Role } from '#contract/roles.ts'

interface HasRole {
  role?: string
}

/** A courtesy of the screens; the server decides. */
export const mayModerate = (user: HasRole | null): boolean => user?.role === 'moderator' || user?.role === 'admin'
export const mayAdminister = (user: HasRole | null): boolean => user?.role === 'admin'

/** Why a member does not decide about a person; null where they do. */
export function whyNoPower(
  user: (HasRole & { userId: string }) | null,
  person: { _id: string; role: Role },
): 'own' | 'above' | null {
  if (user?.userId === person._id) return 'own'
  const role = Role.safeParse(user?.role)
  return role.success && hasPowerOver(role.data, person.role) ? null : 'above'
}
