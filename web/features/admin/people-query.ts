import type { Answer } from '../../lib/api.ts'

export type PeoplePage = Answer<'GET /admin/people'>
export type Person = PeoplePage['data'][number]
export type Role = Person['role']

export const ROLES = ['member', 'moderator', 'admin'] as const satisfies Role[]
export const PEOPLE_KEY = 'admin-people'
