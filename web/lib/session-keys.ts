import type { LocalKey } from './storage-registry.ts'

/** Storage keys of the session, used by session.ts and the page's inline scripts. */
export const USER_KEY = 'authen' satisfies LocalKey
export const TOKEN_KEY = 'token' satisfies LocalKey
