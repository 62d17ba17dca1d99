import type { SignedIn } from '#contract/auth.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { changeLanguage } from '../../../lib/i18n.ts'
import { navigateTo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { signIn } from '../../../lib/session.ts'

/** What follows every successful sign-in: the session is kept, the page speaks the member's language, and home opens. */
export async function completeSignIn(data: SignedIn['data']): Promise<void> {
  signIn(data)
  await changeLanguage(data.preferences.contentLanguage)
  navigateTo(paths.home)
}

/**
 * A suspended member is let in to read the reason, to take a copy of their data and to delete the account: all of it
 * stands on the account page. False for every other failure.
 */
export async function enterSuspended(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'auth.accountSuspended' || !error.body.data) return false
  const data = error.body.data as SignedIn['data']
  signIn(data)
  await changeLanguage(data.preferences.contentLanguage)
  navigateTo(paths.account())
  return true
}
