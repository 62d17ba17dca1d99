import type { Role } from './roles.ts'

/** Returns true if one role may act on a user of another role: moderators on members, admins on everyone. */
export const hasPowerOver = (role: string | undefined, other: Role): boolean =>
  role === 'admin' || (role === 'moderator' && other === 'member')
