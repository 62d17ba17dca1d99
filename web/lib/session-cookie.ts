import { SESSION_COOKIE } from '#contract/auth/session-cookie.ts'
import { SESSION_TTL_DAYS } from '#contract/limits.ts'
import { currentSession, onSessionChange } from './session.ts'
import { site } from './site.ts'

/**
 * Stores the session in a cookie for requests for pages and pictures, if the site is for members only. Public sites set no cookie,
 * because visitors with cookies do not share responses. Signing out deletes it.
 */
export function startSessionCookie(): void {
  settle()
  onSessionChange(settle)
  site.subscribe(settle)
}

function settle(): void {
  const { token } = currentSession()
  if (token !== null && site.get().membersOnly) write(token, SESSION_TTL_DAYS * 86_400)
  // The page that starts offline may have been stored before the site was closed, so it must not delete a member's cookie.
  else if (token === null && document.cookie.includes(`${SESSION_COOKIE}=`)) write('', 0)
}

function write(value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the session changes synchronously, and Cookie Store needs https.
  document.cookie = `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}
