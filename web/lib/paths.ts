import { PAGES } from '#contract/pages.ts'

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString()
  return search ? `${path}?${search}` : path
}

/** All URLs of the web client, built from the contract's pages. */
export const paths = {
  home: PAGES.home,
  login: PAGES.login,
  register: PAGES.register,
  forgotPassword: PAGES.forgotPassword,
  account: (tab?: string) => withQuery(PAGES.account, { tab }),
  notifications: PAGES.notifications,
  verifyEmail: (email?: string) => withQuery(PAGES.verifyEmail, { email }),
  unsubscribe: PAGES.unsubscribe,
  search: (text: string) => withQuery(PAGES.home, { search: text }),
  meme: (id: string) => PAGES.meme.replace(':id', () => encodeURIComponent(id)),
  /** The home page with the meme in a modal. */
  memeModal: (id: string) => withQuery(PAGES.home, { view: id }),
  tag: (tag: string) => PAGES.tag.replace(':tag', () => encodeURIComponent(tag)),
  privacyPolicy: PAGES.privacyPolicy,
  termsOfService: PAGES.termsOfService,
  rules: PAGES.rules,
  dataDeletionGuide: PAGES.dataDeletionGuide,
  myMemes: PAGES.myMemes,
  history: (query: { view?: string } = {}) => withQuery(PAGES.history, query),
  trending: (query: { time?: string; view?: string } = {}) => withQuery(PAGES.trending, query),
  templates: PAGES.templates,
  template: (id: string) => PAGES.template.replace(':id', () => encodeURIComponent(id)),
  album: (id: string) => PAGES.album.replace(':id', () => encodeURIComponent(id)),
  create: (from: { template?: string; meme?: string } = {}) => withQuery(PAGES.create, from),
  trendingUsers: (query: { time?: string } = {}) => withQuery(PAGES.trendingUsers, query),
  bulkUpload: PAGES.bulkUpload,
  bulkProgress: (uploadId: string) => PAGES.bulkProgress.replace(':uploadId', () => encodeURIComponent(uploadId)),
  user: (username: string) => PAGES.user.replace(':username', () => encodeURIComponent(username)),
  moderation: PAGES.moderation,
  admin: PAGES.admin,
  serverError: PAGES.serverError,
} as const
