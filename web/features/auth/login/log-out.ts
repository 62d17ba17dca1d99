import { api } from '../../../lib/api.ts'
import { navigateTo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { signOut } from '../../../lib/session.ts'

/** Ends the local session at once and revokes it on the server; if that is unreachable, the token expires by itself. */
export function logOut(): void {
  api('POST /auth/logout').catch(() => undefined)
  signOut()
  navigateTo(paths.login)
}
