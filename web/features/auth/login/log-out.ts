import { api } from '../../../lib/api.ts'
import { navigateTo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { currentSession, signOut } from '../../../lib/session.ts'

/**
 * Ends the local session at once and revokes it on the server. A session that began at a provider then ends there as well. If the
 * server is unreachable, the token expires on its own.
 */
export function logOut(): void {
  api('POST /auth/logout', { keepalive: true })
    .then(({ logoutUrl }) => logoutUrl && location.assign(logoutUrl))
    .catch(() => undefined)
  signOut()
  navigateTo(paths.login)
}

/** Logs out after a delay, or at once if the page unloads first. Does nothing if another user signed in meanwhile. */
export function logOutAfter(ms: number): void {
  const { token } = currentSession()
  const end = () => {
    clearTimeout(timer)
    removeEventListener('pagehide', end)
    if (currentSession().token === token) logOut()
  }
  const timer = setTimeout(end, ms)
  addEventListener('pagehide', end)
}
