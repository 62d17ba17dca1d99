import type { SignedIn } from '#contract/auth/auth.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { changeLanguage } from '../../../lib/i18n.ts'
import { runAfterLogin } from '../../../lib/login-request.ts'
import { navigateTo } from '../../../lib/navigation.ts'
import { needsSignIn } from '../../../lib/needs-sign-in.ts'
import { paths } from '../../../lib/paths.ts'
import { currentSession, signIn } from '../../../lib/session.ts'
import { site } from '../../../lib/site.ts'

/**
 * Completes every successful sign-in: stores the session, sets the language, opens the home page and resumes the action that
 * required login. If a site for members only shows the login form in place of a page, that page opens instead of the home page.
 */
export async function completeSignIn(data: SignedIn['data']): Promise<void> {
  const isInPlace = needsSignIn(site.get(), currentSession().user, location.pathname)
  signIn(data)
  await changeLanguage(data.preferences.contentLanguage)
  if (!isInPlace) navigateTo(paths.home)
  runAfterLogin()
}

/**
 * Signs in a suspended member, who can read the reason, export data and delete the account on the account page. Returns false for
 * every other error.
 */
export async function enterSuspended(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'auth.accountSuspended' || !error.body.data) return false
  const data = error.body.data as SignedIn['data']
  signIn(data)
  await changeLanguage(data.preferences.contentLanguage)
  navigateTo(paths.account())
  return true
}
