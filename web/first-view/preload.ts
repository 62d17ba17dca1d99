// Inlined in the head of every page, so that it runs while the document is still being parsed. Sets the theme before the first
// paint and the language requested by the URL, and requests the data of the first view, so that memes and pictures load before
// the scripts.
import type { Language } from '#contract/languages.ts'
import { FEED_PAGE_SIZE } from '#contract/limits.ts'
import { listedSources } from '#contract/memes/picture-sources.ts'
import { readHomeTab } from '../features/feed/home-tab.ts'
import { gridShape, layoutTiles } from '../features/memes/grid/layout.ts'
import { firstAtOrAfter } from '../features/memes/grid/visible-tiles.ts'
import { hasSavedLists } from '../features/memes/scroll/return-navigation.ts'
import { hasLanguageParameter, storeLanguage } from '../lib/detect-language.ts'
import { embeddedFirstView } from '../lib/embedded-view.ts'
import { acceptLanguage } from '../lib/language.ts'
import { paintTheme, readTheme } from '../lib/paint-theme.ts'
import { prefetch } from '../lib/prefetched-response.ts'
import { requestHeaders } from '../lib/request-headers.ts'
import { type FirstMemes, isPainted, priorityOf } from './first-memes.ts'
import { viewer, viewerLanguage } from './viewer.ts'

/** Assumed grid width as a share of the window's width: the page's margins are unknown before its styles load. */
const GRID_SHARE = 0.96
const TOP_BAR_PX = 64

paintTheme(readTheme())
// The document's top bar has other links for members.
document.documentElement.toggleAttribute('data-member', viewer.user !== null)
// Store the language now, since the next page may open before the application has started here.
if (hasLanguageParameter()) storeLanguage(viewerLanguage())
const view = embeddedFirstView()
if (showsFeed() && !hasSavedLists()) {
  // The embedded feed is for visitors, so request the member's own.
  if (viewer.user) globalThis.firstMemes = prefetchFeed(viewer.token, viewer.user.preferences.contentLanguage)
  else if (view?.page?.success) {
    globalThis.firstMemes = view.page.data.recommendations
    // A meme in the URL covers these pictures.
    if (!view.meme) preloadPictures(globalThis.firstMemes)
  }
}

/** Returns true if the page shows the unfiltered recommendations, possibly below a meme's modal. */
function showsFeed(): boolean {
  const query = new URLSearchParams(location.search)
  return (
    location.pathname === '/' &&
    !readHomeTab(query) &&
    !['search', 'cat', 'cat2'].some((name) => query.get(name)?.trim())
  )
}

/** Sends the application's first request early. Also for an expired token: the application handles the error response. */
async function prefetchFeed(token: string, language: Language): Promise<FirstMemes> {
  const url = `/api/recommendation-feed?limit=${FEED_PAGE_SIZE}`
  try {
    const { status, text } = await prefetch(url, requestHeaders(acceptLanguage(language, undefined), token))
    return status === 200 ? JSON.parse(text).data.recommendations : []
  } catch {
    return []
  }
}

function preloadPictures(memes: FirstMemes): void {
  const shape = gridShape(innerWidth * GRID_SHARE, innerWidth, 0)
  const { tops } = layoutTiles(
    memes.map(({ image }) => image),
    shape,
  )
  const inSight = memes.slice(0, firstAtOrAfter(tops, innerHeight - TOP_BAR_PX))
  for (const [index, meme] of inSight.entries()) {
    if (!isPainted(meme)) continue
    const { image } = meme
    const { src, srcSet, sizes } = listedSources(image, `${shape.columnWidth}px`)
    const fetchPriority = index < shape.columns ? priorityOf(image) : 'auto'
    addLink({
      rel: 'preload',
      as: 'image',
      href: src,
      fetchPriority,
      ...(srcSet && sizes && { imageSrcset: srcSet, imageSizes: sizes }),
    })
  }
}

function addLink(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}
