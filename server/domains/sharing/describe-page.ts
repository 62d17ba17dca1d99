import type * as z from 'zod'
import {
  FEED_PAGE_SIZE,
  PERSONAL_PAGE_SIZE,
  SEARCH_PAGE_SIZE,
  TEMPLATE_PAGE_SIZE,
  TRENDING_PAGE_SIZE,
} from '#contract/limits.ts'
import { AlbumId, listAlbums as listAlbumsCall } from '#contract/memes/albums.ts'
import { getFeed as getFeedCall } from '#contract/memes/feed.ts'
import { getMeme as getMemeCall, listUserMemes as listUserMemesCall } from '#contract/memes/memes.ts'
import type { SearchFilters } from '#contract/memes/search.ts'
import { SearchQuery, searchByText as searchCall } from '#contract/memes/search.ts'
import { getTag as getTagCall, TagName } from '#contract/memes/tags.ts'
import { PERIOD_OF, readTimeFrame } from '#contract/memes/time-frames.ts'
import {
  listTrendingMemes as trendingMemesCall,
  listTrendingUsers as trendingUsersCall,
} from '#contract/memes/trending.ts'
import { PAGES, PRIVATE_PAGES } from '#contract/pages.ts'
import { getUser as getUserCall, UserIdOrName } from '#contract/people/users.ts'
import {
  getTemplate as getTemplateCall,
  listTemplateMemes as listTemplateMemesCall,
  listTemplates as listTemplatesCall,
  TemplateId,
} from '#contract/templates/templates.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { visitorIn } from '#server/platform/viewer.ts'
import {
  answerOf,
  type EmbeddedResponse,
  type PageDocument,
  type PageRequest,
} from '#server/web-pages/page-document.ts'
import type { FeedReader } from '#server/web-pages/web-client.ts'
import { getAlbum, listAlbumMemes, listAlbums } from '../albums/albums.ts'
import { getMeme } from '../memes/get-meme.ts'
import { listUserMemes } from '../memes/list-user-memes.ts'
import { searchWithPeople } from '../search/search-by-text.ts'
import { getTag } from '../tags/get-tag.ts'
import { getTemplate, listTemplateMemes, listTemplates } from '../templates/list-templates.ts'
import { listTrendingMemes, listTrendingUsers } from '../trending/list-trending.ts'
import { getUserCard } from '../users/get-user.ts'
import { albumDocument } from './album-document.ts'
import {
  memeDocument,
  searchDocument,
  searchHead,
  tagDocument,
  trendingDocument,
  trendingUsersDocument,
  userDocument,
} from './documents.ts'
import { tagPath } from './meme-facts.ts'
import { renderHead } from './page-head.ts'
import { webSite } from './structured-data.ts'
import { templateDocument, templatesDocument } from './template-documents.ts'

type SharingDeps = Pick<Deps, 'config' | 'db' | 'caches' | 'log' | 'meaning'>

/** Pages where `view` opens a public meme. */
const VIEW_PAGES = new Set<string>([PAGES.home, PAGES.trending, PAGES.user, PAGES.tag, PAGES.template, PAGES.album])
const CONTENT_PAGES = new Set<string>([
  PAGES.album,
  ...[PAGES.meme, PAGES.user, PAGES.tag, PAGES.trending, PAGES.trendingUsers, PAGES.templates, PAGES.template],
])
/** Maximum memes of a list to name for readers without scripts. */
const LISTED = 24
const NOT_INDEXED = new Set<string>([...PRIVATE_PAGES, PAGES.me])

const searchOf = ({ pattern, query }: PageRequest) => (pattern === PAGES.home ? query.search : undefined)
/** Returns true for the studio's choice of a picture. */
const showsTemplates = ({ pattern, query }: PageRequest) =>
  pattern === PAGES.create && query.template === undefined && query.meme === undefined
const viewedMeme = ({ pattern, query }: PageRequest) => (VIEW_PAGES.has(pattern) ? query.view : undefined)

/** Returns true if a page shows content from the database. */
export const hasContent = (page: PageRequest): boolean =>
  CONTENT_PAGES.has(page.pattern) || showsTemplates(page) || Boolean(viewedMeme(page)) || Boolean(searchOf(page))

/** Returns the filters of a search; ignores invalid values, as the application does. */
function readFilters({ query }: PageRequest): SearchFilters {
  const { animated, language, sort, user } = searchCall.query.shape
  return {
    animated: query.animated ? animated.safeParse(query.animated).data : undefined,
    language: language.safeParse(query.language).data ?? undefined,
    sort: sort.safeParse(query.sort).data ?? undefined,
    user: user.safeParse(query.user?.replace(/^@/, '')).data || undefined,
  }
}

function nullIfHidden(error: unknown): null {
  if (error instanceof AppError && error.code === 'album.notFound') return null
  throw error
}

/** Returns the page's document. Throws AppError for content that visitors cannot see: `meme.removed`, otherwise not found. */
export async function describePage(deps: SharingDeps, page: PageRequest, readFeed: FeedReader): Promise<PageDocument> {
  const { publicUrl } = deps.config
  const { pattern, params, language } = page
  const viewer = visitorIn(language)
  const view = viewedMeme(page)
  if (view) {
    if (pattern === PAGES.user) await getUserCard(deps, viewer, personOf(params))
    const meme = await getMeme(deps, viewer, memeIdOf(view))
    return memeDocument(meme, language, publicUrl, { isPage: false })
  }
  const search = searchOf(page)
  if (search) {
    const q = SearchQuery.safeParse(search)
    if (!q.success) return describeAddress(deps, page, 200)
    const filters = readFilters(page)
    const found = await searchWithPeople(deps, viewer, { q: q.data, limit: SEARCH_PAGE_SIZE, ...filters })
    const { memes, ...rest } = found
    return {
      ...searchDocument({ text: q.data, filters }, memes.slice(0, LISTED), language, publicUrl),
      answers: [
        answerOf(searchCall, { query: { q: search, limit: SEARCH_PAGE_SIZE, ...filters } }, { data: memes, ...rest }),
      ],
    }
  }
  if (pattern === PAGES.meme) {
    const meme = await getMeme(deps, viewer, memeIdOf(params.id))
    return memeDocument(meme, language, publicUrl, { isPage: true })
  }
  if (pattern === PAGES.user) {
    const user = await getUserCard(deps, viewer, personOf(params))
    const query = { sortBy: 'createdAt', sortOrder: 'desc', limit: PERSONAL_PAGE_SIZE } as const
    const [{ memes, ...rest }, albums] = await Promise.all([
      listUserMemes(deps, viewer, user._id, query),
      listAlbums(deps, viewer, user._id, undefined),
    ])
    return {
      ...userDocument(user, memes.slice(0, LISTED), language, publicUrl),
      answers: [
        answerOf(getUserCall, { params: { id: params.username ?? '' } }, { data: user }),
        answerOf(listUserMemesCall, { params: { id: user.username }, query }, { data: memes, ...rest }),
        answerOf(listAlbumsCall, { params: { id: user._id } }, { data: albums }),
      ],
    }
  }
  if (pattern === PAGES.tag) {
    const name = TagName.safeParse(params.tag)
    if (!name.success) throw new AppError('request.notFound')
    const tag = await getTag(deps, viewer, name.data)
    if (tag.count === 0) throw new AppError('request.notFound')
    if (tag.tag !== name.data) return { head: '', movedTo: tagPath(tag.tag) }
    const query = { limit: FEED_PAGE_SIZE, cat: tag.tag }
    const feed = JSON.parse(await readFeed(query)) as z.infer<typeof getFeedCall.response>
    const memes = feed.data.recommendations.slice(0, LISTED)
    return {
      ...tagDocument(tag, memes, language, publicUrl),
      answers: [
        answerOf(getTagCall, { params: { tag: tag.tag } }, { data: tag }),
        answerOf(getFeedCall, { query }, feed),
      ],
    }
  }
  if (pattern === PAGES.templates || pattern === PAGES.create) return templatesPage(deps, page)
  if (pattern === PAGES.template) {
    const id = TemplateId.safeParse(params)
    if (!id.success) throw new AppError('template.notFound')
    const template = await getTemplate(deps, viewer, id.data.id)
    const query = { sort: page.query.sort === 'newest' ? 'newest' : 'popular', limit: TEMPLATE_PAGE_SIZE } as const
    const { memes, ...rest } = await listTemplateMemes(deps, viewer, template._id, query)
    return {
      ...templateDocument(template, memes, language, publicUrl),
      answers: [
        answerOf(getTemplateCall, { params: { id: params.id ?? '' } }, { data: template }),
        answerOf(listTemplateMemesCall, { params: { id: template._id }, query }, { data: memes, ...rest }),
      ],
    }
  }
  if (pattern === PAGES.album) {
    const id = AlbumId.safeParse(params)
    if (!id.success) throw new AppError('album.notFound')
    // The owner may be looking, but a document request carries no identity. The application determines whether the album exists.
    const album = await getAlbum(deps, viewer, id.data.id).catch(nullIfHidden)
    if (!album) return describeAddress(deps, page, 200)
    const { memes } = await listAlbumMemes(deps, viewer, album._id, { limit: LISTED })
    return albumDocument(album, memes, language, publicUrl)
  }
  const period = PERIOD_OF[readTimeFrame(page.query.time)]
  if (pattern === PAGES.trendingUsers) {
    const query = { timeFrame: period, page: 1, limit: TRENDING_PAGE_SIZE }
    const { users, total, hasNext } = await listTrendingUsers(deps, viewer, query)
    const { page: number, limit } = query
    return {
      ...trendingUsersDocument(users, language, publicUrl),
      answers: [answerOf(trendingUsersCall, { query }, { data: users, page: number, limit, total, hasNext })],
    }
  }
  const query = { period, limit: TRENDING_PAGE_SIZE }
  const { memes, hasNext, nextCursor } = await listTrendingMemes(deps, viewer, query)
  return {
    ...trendingDocument(
      memes.map(({ meme }) => meme),
      language,
      publicUrl,
    ),
    answers: [answerOf(trendingMemesCall, { query }, { data: memes, hasNext, nextCursor })],
  }
}

/** The list of templates, or the studio's choice among those with the most memes. */
async function templatesPage(deps: SharingDeps, page: PageRequest): Promise<PageDocument> {
  const { pattern, query, language } = page
  const isList = pattern === PAGES.templates
  const { sort: asked, q: text } = listTemplatesCall.query.shape
  const q = isList && query.q ? text.safeParse(query.q) : null
  const sort = isList ? (asked.safeParse(query.sort).data ?? 'day') : 'all'
  const document = isList ? templatesDocument(language, deps.config.publicUrl) : describeAddress(deps, page, 200)
  if (q && !q.success) return document
  const input = { sort, ...(q?.data && { q: q.data }), limit: TEMPLATE_PAGE_SIZE }
  const { templates, ...rest } = await listTemplates(deps, visitorIn(language), input)
  const answers: EmbeddedResponse[] = [answerOf(listTemplatesCall, { query: input }, { data: templates, ...rest })]
  return { ...document, answers }
}

/** Returns the head of a page by its address only. */
export function describeAddress(deps: Pick<Deps, 'config'>, page: PageRequest, status: number): PageDocument {
  const { publicUrl } = deps.config
  const { pattern, language, about } = page
  const t = textsOf('sharing', language)
  const search = searchOf(page)
  const common = { language, type: 'website' as const }
  if (status !== 200) {
    const title = status === 410 ? t('gone') : status === 404 ? t('missing') : ''
    return {
      head: renderHead({ ...common, title, description: about || t('home'), path: '/', indexed: false }, publicUrl),
    }
  }
  if (search) {
    const head = searchHead({ text: search, filters: readFilters(page) }, language)
    return { head: renderHead(head, publicUrl) }
  }
  const isHome = pattern === PAGES.home
  return {
    head: renderHead(
      {
        ...common,
        title: '',
        description: about || t('home'),
        path: pattern.includes(':') ? '/' : pattern,
        indexed: !NOT_INDEXED.has(pattern) && !pattern.includes(':'),
        ...(isHome ? { feed: '/feeds/trending', structured: [webSite(publicUrl)] } : {}),
      },
      publicUrl,
    ),
  }
}

function memeIdOf(id: string | undefined): string {
  const parsed = getMemeCall.params.safeParse({ id })
  if (!parsed.success) throw new AppError('meme.notFound')
  return parsed.data.id
}

function personOf({ username }: PageRequest['params']): string {
  const parsed = UserIdOrName.safeParse({ id: username })
  if (!parsed.success) throw new AppError('user.notFound')
  return parsed.data.id
}
