/**
 * Every page of the web client, by URL pattern. For any other URL the router shows its not-found screen and the server returns
 * 404. A test compares both with this list.
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
  savedSearches: '/saved-searches',
  bulkUpload: '/bulk-upload',
  bulkProgress: '/bulk-upload/:uploadId',
  me: '/me',
  account: '/account',
  /** The browser extension opens it: see docs/extension.md. */
  connectExtension: '/connect-extension',
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
  about: '/about',
  dataDeletionGuide: '/data-deletion-guide',
  /** The misspelling is deliberate: this URL is part of the product's specification. */
  serverError: '/sever-error',
} as const

/** Query parameter of a page that receives content shared through the system's share menu (Web Share Target). */
export const SHARED_PARAM = 'shared'

/** The admin page that lists webhooks, including disabled ones. */
export const WEBHOOKS_PAGE = `${PAGES.admin}?tab=webhooks`

/** Excluded from search engines: personal pages and sign-up steps. Not `me`: robots.txt lists prefixes, and memes start with it. */
export const PRIVATE_PAGES = [
  PAGES.myMemes,
  PAGES.history,
  PAGES.savedSearches,
  PAGES.bulkUpload,
  PAGES.account,
  PAGES.connectExtension,
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
