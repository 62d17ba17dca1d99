import { PAGES } from '#contract/pages.ts'

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString()
  return search ? `${path}?${search}` : path
}

/** Returns a function that fills in the one parameter of a path. */
const filled = (path: string) => (value: string) => path.replace(/:\w+/, () => encodeURIComponent(value))

/** The element with a removed meme. */
export const removedCard = (memeId: string): string => `removed-${memeId}`

/** All URLs of the web client, built from the contract's pages. */
export const paths = {
  home: PAGES.home,
  login: PAGES.login,
  register: PAGES.register,
  forgotPassword: PAGES.forgotPassword,
  me: PAGES.me,
  account: (tab?: string) => withQuery(PAGES.account, { tab }),
  notifications: PAGES.notifications,
  verifyEmail: (email?: string) => withQuery(PAGES.verifyEmail, { email }),
  unsubscribe: PAGES.unsubscribe,
  search: (text: string, filters: Record<string, string> = {}) => withQuery(PAGES.home, { search: text, ...filters }),
  meme: filled(PAGES.meme),
  /** The home page with the meme in a modal. */
  memeModal: (id: string) => withQuery(PAGES.home, { view: id }),
  tag: filled(PAGES.tag),
  privacyPolicy: PAGES.privacyPolicy,
  termsOfService: PAGES.termsOfService,
  rules: PAGES.rules,
  about: PAGES.about,
  dataDeletionGuide: PAGES.dataDeletionGuide,
  myMemes: PAGES.myMemes,
  /** The card of a removed meme among the uploads. */
  removedMeme: (id = '') => `${PAGES.myMemes}?tab=uploadedByMe${id && `#${removedCard(id)}`}`,
  appeal: (memeId: string) => withQuery(PAGES.appeal, { meme: memeId }),
  savedSearches: PAGES.savedSearches,
  history: (query: { view?: string } = {}) => withQuery(PAGES.history, query),
  trending: (query: { time?: string; view?: string } = {}) => withQuery(PAGES.trending, query),
  templates: PAGES.templates,
  template: filled(PAGES.template),
  album: filled(PAGES.album),
  create: (from: { template?: string; meme?: string } = {}) => withQuery(PAGES.create, from),
  trendingUsers: (query: { time?: string } = {}) => withQuery(PAGES.trendingUsers, query),
  bulkUpload: PAGES.bulkUpload,
  bulkProgress: filled(PAGES.bulkProgress),
  user: filled(PAGES.user),
  moderation: PAGES.moderation,
  admin: PAGES.admin,
  serverError: PAGES.serverError,
} as const
