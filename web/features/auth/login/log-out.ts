import { api } from '../../../lib/api.ts'
import { navigateTo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { currentSession, signOut } from '../../../lib/session.ts'

/** Ends the local session at once and revokes it on the server; if that is unreachable, the token expires by itself. */
export function logOut(): void {
  api('POST /auth/logout', { keepalive: true }).catch(() => undefined)
  signOut()
  navigateTo(paths.login)
}

/** Logs out after a while, or at once when the page goes away first; not who has signed in meanwhile. */
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
