import type { PAGES } from '#contract/pages.ts'
import { storeSettings } from '#server/domains/settings/store-settings.ts'
import { GUEST_PREFIX, guestTokenOf } from '#server/domains/sharing/guest-links/guest-links.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { type Exempt, isExempt, type Surface } from './surface.ts'
import type { Place } from './table.ts'
import { SHARED, type World } from './world.ts'

type Address = string | ((world: World) => string | Promise<string>)

/** A document at a URL of the site; if it is refused, the body has only the refusal text. */
const page = (scope: Place, address: Address): Surface => ({
  scope,
  by: 'visitor',
  ask: async (world) => {
    const url = typeof address === 'string' ? address : await address(world)
    const { body } = await world.app.app.inject({ url })
    return isJson(body) ? JSON.parse(body) : body
  },
})

/** Only JSON is parsed. A JSON feed marks no picture as sensitive, so every picture in it counts as bare. */
const isJson = (body: string) => body.startsWith('{')

const IN_BROWSER = 'the application gets its content from the API'
const NO_MEME = 'holds nothing of any meme'

type PageKey = keyof typeof PAGES

/** Requests for every page, with the meme on it. */
export const PAGE_SURFACES: Record<PageKey, Surface[] | Exempt> = {
  home: [
    page('featured', '/'),
    page('offered', `/?search=${SHARED}`),
    page('opened', ({ meme }) => `/?view=${meme.id}`),
  ],
  meme: [page('opened', ({ meme }) => `/meme/${meme.id}`)],
  tag: [page('offered', '/tag/sharedtag'), page('opened', ({ meme }) => `/tag/sharedtag?view=${meme.id}`)],
  trending: [page('featured', '/trending')],
  trendingUsers: NO_MEME,
  templates: IN_BROWSER,
  template: [page('offered', ({ templateId }) => `/template/${templateId}`)],
  album: [page('offered', ({ albums }) => `/album/${albums.others}`)],
  user: [page('person', ({ creator }) => `/user/${creator.user.username}`)],
  create: IN_BROWSER,
  myMemes: IN_BROWSER,
  history: IN_BROWSER,
  savedSearches: IN_BROWSER,
  bulkUpload: IN_BROWSER,
  bulkProgress: IN_BROWSER,
  me: IN_BROWSER,
  account: IN_BROWSER,
  connectExtension: NO_MEME,
  appeal: IN_BROWSER,
  moderation: IN_BROWSER,
  admin: IN_BROWSER,
  adminClaim: NO_MEME,
  notifications: IN_BROWSER,
  login: NO_MEME,
  register: NO_MEME,
  forgotPassword: NO_MEME,
  verifyEmail: NO_MEME,
  unsubscribe: NO_MEME,
  privacyPolicy: NO_MEME,
  termsOfService: NO_MEME,
  rules: NO_MEME,
  about: NO_MEME,
  dataDeletionGuide: NO_MEME,
  serverError: NO_MEME,
}

const feed = (name: (world: World) => string) =>
  ['atom', 'json'].map((extension) => page('featured', (world) => name(world).replace('.*', `.${extension}`)))

const memeUrl = ({ meme }: World) => encodeURIComponent(`http://memeroom.test/meme/${meme.id}`)

/** The page of a guest link that existed before the meme changed. */
async function guestPage({ app, meme }: World): Promise<string> {
  const link = { id: meme.id, meme_id: meme.id }
  await app.db
    .insertInto('guest_links')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return GUEST_PREFIX + guestTokenOf(app.deps.config.authSecret, link.id)
}

const turnGifsOn = ({ db }: World['app']) => withTransaction(db, (tx) => storeSettings(tx, { gifProvider: true }))

/** A response of the GIF provider. */
const gif = (path: string | ((world: World) => string)): Surface =>
  page('featured', async (world) => {
    await turnGifsOn(world.app)
    return `/gif/${typeof path === 'string' ? path : path(world)}`
  })
const KLIPY = 'klipy/api/v1/any-key/gifs'

/** Requests for the server's other routes, by route. */
export const ROUTES: Record<string, Surface[] | Exempt> = {
  '/feeds/:file': [...feed(() => '/feeds/trending.*'), ...feed(() => `/feeds/search.*?q=${SHARED}`)],
  '/feeds/user/:file': feed(({ creator }) => `/feeds/user/${creator.user.username}.*`),
  '/feeds/tag/:file': feed(() => '/feeds/tag/sharedtag.*'),
  '/sitemap/memes/:file': [page('featured', ({ harmless }) => `/sitemap/memes/${harmless.id}.xml`)],
  '/sitemap/tags.xml': [page('featured', '/sitemap/tags.xml')],
  '/meme/:id/share.jpg': [
    {
      scope: 'featured',
      by: 'visitor',
      ask: async ({ app, meme }) => {
        const { statusCode } = await app.app.inject({ url: `/meme/${meme.id}/share.jpg` })
        return statusCode === 200 ? `/meme/${meme.id}/share.jpg` : statusCode
      },
    },
  ],
  '/oembed': [
    page('opened', (world) => `/oembed?url=${memeUrl(world)}`),
    page('opened', (world) => `/oembed?format=xml&url=${memeUrl(world)}`),
  ],
  '/shared/:token': [page('opened', guestPage)],
  '/shared/:token/:id/:size':
    'a picture of the page /shared/:token, which covers sensitive ones; guest-links.api.test.ts tests who gets it',
  '/embed/:id': [page('opened', ({ meme }) => `/embed/${meme.id}`)],
  '/gif/media/:id/:file': [
    {
      scope: 'featured',
      by: 'visitor',
      ask: async ({ app, meme }) => {
        await turnGifsOn(app)
        const url = `/gif/media/${meme.id}/nanogif.gif`
        const { statusCode } = await app.app.inject({ url })
        return statusCode === 200 ? url : statusCode
      },
    },
  ],
  '/gif/tenor/v2/search': [gif(`tenor/v2/search?q=${SHARED}`)],
  '/gif/tenor/v2/featured': [gif('tenor/v2/featured')],
  '/gif/tenor/v2/posts': [gif(({ meme }) => `tenor/v2/posts?ids=${meme.id}`)],
  '/gif/tenor/v2/categories': [gif('tenor/v2/categories')],
  '/gif/tenor/v2/autocomplete': [gif('tenor/v2/autocomplete?q=zanotter')],
  '/gif/tenor/v2/search_suggestions': [gif('tenor/v2/search_suggestions?q=sharedtag')],
  '/gif/tenor/v2/trending_terms': [gif('tenor/v2/trending_terms')],
  '/gif/tenor/v2/registershare': NO_MEME,
  '/gif/giphy/v1/gifs/search': [gif(`giphy/v1/gifs/search?q=${SHARED}`)],
  '/gif/giphy/v1/gifs/trending': [gif('giphy/v1/gifs/trending')],
  '/gif/giphy/v1/gifs/categories': [gif('giphy/v1/gifs/categories')],
  '/gif/giphy/v1/gifs/search/tags': [gif('giphy/v1/gifs/search/tags?q=zanotter')],
  '/gif/giphy/v1/trending/searches': [gif('giphy/v1/trending/searches')],
  '/gif/giphy/v1/gifs/:id': [gif(({ meme }) => `giphy/v1/gifs/${meme.id}`)],
  '/gif/giphy/v1/gifs': [gif(({ meme }) => `giphy/v1/gifs?ids=${meme.id}`)],
  '/gif/klipy/api/v1/:key/gifs/search': [gif(`${KLIPY}/search?q=${SHARED}`)],
  '/gif/klipy/api/v1/:key/gifs/trending': [gif(`${KLIPY}/trending`)],
  '/gif/klipy/api/v1/:key/gifs/categories': [gif(`${KLIPY}/categories`)],
  '/gif/klipy/api/v1/:key/gifs/items': [gif(({ meme }) => `${KLIPY}/items?ids=${meme.id}`)],
  '/gif/klipy/api/v1/:key/gifs/share/:id': NO_MEME,
  '/sitemap.xml': 'names pages of sitemaps, by the first of the memes that are in them',
  '/sitemap/pages.xml': NO_MEME,
  '/sitemap/templates.xml': 'ids of templates with at least two harmless memes',
  '/sitemap/people/:file': NO_MEME,
  '/opensearch.xml': NO_MEME,
  '/app-shell': NO_MEME,
  '/manifest.webmanifest': NO_MEME,
  '/metrics': NO_MEME,
  '/robots.txt': NO_MEME,
  '/share-target': NO_MEME,
  '/source.tar.gz': NO_MEME,
  '/site-accent/:file': NO_MEME,
  '/site-logo/:file': NO_MEME,
  '/.well-known/change-password': NO_MEME,
  '/.well-known/security.txt': NO_MEME,
  '/media/:key': 'files are named by a hash of their bytes, and blocked or deleted with the last meme that shows them',
}

export const surfacesOf = (registry: Record<string, Surface[] | Exempt>): [string, Surface][] =>
  Object.entries(registry).flatMap(([name, entry]) =>
    isExempt(entry) ? [] : entry.map((surface, at): [string, Surface] => [`${name} (${at + 1})`, surface]),
  )
