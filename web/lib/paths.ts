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
  ...PAGES,
  account: (tab?: string) => withQuery(PAGES.account, { tab }),
  verifyEmail: (email?: string) => withQuery(PAGES.verifyEmail, { email }),
  search: (text: string, filters: Record<string, string> = {}) => withQuery(PAGES.home, { search: text, ...filters }),
  meme: filled(PAGES.meme),
  /** The home page with the meme in a modal. */
  memeModal: (id: string) => withQuery(PAGES.home, { view: id }),
  tag: filled(PAGES.tag),
  /** The card of a removed meme among the uploads. */
  removedMeme: (id = '') => `${PAGES.myMemes}?tab=uploadedByMe${id && `#${removedCard(id)}`}`,
  appeal: (memeId: string) => withQuery(PAGES.appeal, { meme: memeId }),
  history: (query: { view?: string } = {}) => withQuery(PAGES.history, query),
  trending: (query: { time?: string; view?: string } = {}) => withQuery(PAGES.trending, query),
  template: filled(PAGES.template),
  album: filled(PAGES.album),
  create: (from: { template?: string; meme?: string } = {}) => withQuery(PAGES.create, from),
  trendingUsers: (query: { time?: string } = {}) => withQuery(PAGES.trendingUsers, query),
  bulkProgress: filled(PAGES.bulkProgress),
  user: filled(PAGES.user),
} as const
