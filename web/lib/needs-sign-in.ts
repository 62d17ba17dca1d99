import { STRANGERS_PAGES } from '#contract/strangers-pages.ts'

/** True if a page shows the login form instead, as to strangers of a site for members only. */
export const needsSignIn = (site: { membersOnly: boolean } | undefined, user: object | null, path: string): boolean =>
  site?.membersOnly === true && user === null && !STRANGERS_PAGES.includes(path)
