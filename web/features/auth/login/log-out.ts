import { api } from '../../../lib/api.ts'
import { navigateTo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { signOut } from '../../../lib/session.ts'

/** Ends the session here at once; the server is told, and where it cannot be reached the token dies by age. */
export function logOut(): void {
  api('POST /auth/logout').catch(() => undefined)
  signOut()
  navigateTo(paths.login)
}
