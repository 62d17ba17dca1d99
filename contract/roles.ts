import * as z from 'zod'

/** From least to most; each may do what the ones before it may. */
export const ROLES = ['member', 'moderator', 'admin'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** Whether one role decides about a person with another: a moderator about members, an admin about everybody. */
export const hasPowerOver = (role: Role, other: Role): boolean =>
  role === 'admin' || (role === 'moderator' && other === 'member')
