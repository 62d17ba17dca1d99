import type { SignedIn } from '#contract/auth.ts'
import { changeLanguage } from '../../lib/i18n.ts'
import { navigateTo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { signIn } from '../../lib/session.ts'

/** What follows every successful sign-in: the session is kept, the page speaks the member's language, and home opens. */
export async function completeSignIn(data: SignedIn['data']): Promise<void> {
  signIn(data)
  await changeLanguage(data.preferences.contentLanguage)
  navigateTo(paths.home)
}
