/**
 * Every page of the web client, by URL pattern. For any other URL the router shows its not-found screen and the server returns
 * 404; a test compares both with this list.
 */
export const PAGES = {
  home: '/',
  meme: '/meme/:id',
  tag: '/tag/:tag',
  trending: '/trending',
  trendingUsers: '/trending-users',
  templates: '/templates',
  template: '/template/:id',
  album: '/album/:id',
  create: '/create',
  user: '/user/:username',
  myMemes: '/my-meme',
  history: '/history',
  bulkUpload: '/bulk-upload',
  bulkProgress: '/bulk-upload/:uploadId',
  account: '/account',
  appeal: '/appeal',
  moderation: '/moderation',
  admin: '/admin',
  adminClaim: '/admin/claim',
  notifications: '/notifications',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  rules: '/rules',
  dataDeletionGuide: '/data-deletion-guide',
  /** Spelled like this on purpose: the address is part of the product's specification. */
  serverError: '/sever-error',
} as const

/** In the address of a page that is to take up what the system shared with the installed application. */
export const SHARED_PARAM = 'shared'

/** Where admins see the webhooks, and which of them were disabled. */
export const WEBHOOKS_PAGE = `${PAGES.admin}?tab=webhooks`

/** Not for search engines: personal pages and steps of signing up. */
export const PRIVATE_PAGES = [
  PAGES.myMemes,
  PAGES.history,
  PAGES.bulkUpload,
  PAGES.account,
  PAGES.appeal,
  PAGES.moderation,
  PAGES.admin,
  PAGES.adminClaim,
  PAGES.notifications,
  PAGES.forgotPassword,
  PAGES.verifyEmail,
  PAGES.unsubscribe,
  PAGES.serverError,
] as const
