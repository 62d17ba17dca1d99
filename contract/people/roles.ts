import * as z from 'zod'

/** In ascending order; each role includes the permissions of the previous ones. */
export const ROLES = ['member', 'moderator', 'admin'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)
