import { STRANGERS_PAGES } from '#contract/strangers-pages.ts'

/** Whether a page shows the login form instead: to strangers of a site that is for members only. */
export const needsSignIn = (site: { membersOnly: boolean } | undefined, user: object | null, path: string): boolean =>
  site?.membersOnly === true && user === null && !STRANGERS_PAGES.includes(path)
