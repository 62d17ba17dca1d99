/**
 * Every page of the web client, by its pattern. The client's router shows nothing else but its not-found screen, and the
 * server answers everything else with a 404; a test compares both with this list.
 */
export const PAGES = {
  home: '/',
  trending: '/trending',
  trendingUsers: '/trending-users',
  user: '/user/:username',
  myMemes: '/my-meme',
  bulkUpload: '/bulk-upload',
  bulkProgress: '/bulk-upload/:uploadId',
  account: '/account',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  dataDeletionGuide: '/data-deletion-guide',
  /** Spelled so on purpose: the address is part of the product's specification. */
  serverError: '/sever-error',
} as const

/** Nothing here is for search engines: pages of one's own, and steps of signing up. */
export const PRIVATE_PAGES = [
  PAGES.myMemes,
  PAGES.bulkUpload,
  PAGES.account,
  PAGES.forgotPassword,
  PAGES.verifyEmail,
  PAGES.unsubscribe,
  PAGES.serverError,
] as const
