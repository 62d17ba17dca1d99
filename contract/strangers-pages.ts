import { PAGES } from './pages.ts'

/** Pages that strangers may open on a site that is for members only: signing in and legal pages. */
export const STRANGERS_PAGES: readonly string[] = [
  PAGES.login,
  PAGES.register,
  PAGES.forgotPassword,
  PAGES.verifyEmail,
  PAGES.unsubscribe,
  PAGES.privacyPolicy,
  PAGES.termsOfService,
  PAGES.rules,
  PAGES.about,
  PAGES.dataDeletionGuide,
  PAGES.serverError,
]
