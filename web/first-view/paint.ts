// Inlined after the root element of every page. Paints the first view where the application will render it: visitors see it one
// round trip after the document, members see their feed after two. The application's first render replaces it without layout
// shifts.
import type { Meme } from '#contract/memes/memes.ts'
import { readTimeFrame } from '#contract/memes/time-frames.ts'
import { PAGES } from '#contract/pages.ts'
import { isFirstVisit } from '../features/feed/first-visit.ts'
import welcomeStyles from '../features/feed/welcome.module.css'
import { layoutTiles } from '../features/memes/grid/layout.ts'
import { hasSavedLists } from '../features/memes/scroll/return-navigation.ts'
import type { Answer } from '../lib/api.ts'
import { catchEarlyFiles } from '../lib/early-files.ts'
import { embeddedFirstView } from '../lib/embedded-view.ts'
import { searchIn } from '../lib/query-text.ts'
import iconButtonStyles from '../ui/icon-button.module.css'
import { element } from './element.ts'
import './first-memes.ts'
import type { HOME_TEXTS } from './first-texts.ts'
import { paintGrid } from './paint-grid.ts'
import { paintLogin } from './paint-login.ts'
import { paintSearch } from './paint-search.ts'
import { paintTrending } from './paint-trending.ts'
import { startApplication } from './start.ts'
import { firstTexts, viewer, viewerLanguage } from './viewer.ts'

catchEarlyFiles()
const root = document.getElementById('root')
/** The meme painted over the page. */
const over = document.querySelector('.first-over')
// The content security policy forbids style attributes.
const stage = document.querySelector<HTMLElement>('[data-picture-ratio]')
stage?.style.setProperty('--picture-ratio', stage.dataset.pictureRatio ?? '1')
const view = embeddedFirstView()
const { firstMemes } = globalThis
if (Array.isArray(firstMemes)) paintFeed(firstMemes)
else void firstMemes?.then(paintFeed)
// The embedded response is for visitors only.
if (root && view?.answer && !viewer.user) paintResponse(root, view.answer.body)
if (root && location.pathname === PAGES.login) paintLogin(root, view?.site)
void startApplication([...(over ?? root ?? document).querySelectorAll('img')], view?.texts[viewerLanguage()])

function paintFeed(memes: readonly Meme[]): void {
  // A member's memes may arrive after the application has rendered the grid or is about to.
  if (!root || over || root.hasChildNodes() || memes.length === 0) return
  const hasTags = view?.tags?.length !== 0
  const page = element('div', 'first-page', ...welcome(), element('div', hasTags ? 'first-tags' : 'first-tabs'))
  root.append(element('div', 'first-bar'), page)
  paintGrid(page, memes, (shape) =>
    layoutTiles(
      memes.map(({ image }) => image),
      shape,
    ),
  )
}

/** The sentence of features/feed/welcome.tsx, with room for its button. */
function welcome(): HTMLElement[] {
  const texts = firstTexts<typeof HOME_TEXTS>()
  if (viewer.user || !texts || !isFirstVisit()) return []
  const sentence = element('p', welcomeStyles.text, texts['feed.welcome.text'])
  return [element('div', `first-wide ${welcomeStyles.welcome}`, sentence, element('span', iconButtonStyles.button))]
}

function paintResponse(root: Element, body: unknown): void {
  const query = new URLSearchParams(location.search)
  const frame = readTimeFrame(query.get('time'))
  if (location.pathname === PAGES.trending) paintTrending(root, frame, (body as Answer<'GET /trending-memes'>).data)
  else if (location.pathname === PAGES.trendingUsers) paintTrending(root, frame, null)
  else if (location.pathname === PAGES.home && !hasSavedLists())
    paintSearch(root, searchIn(query), body as Answer<'GET /vector-search/text'>)
}
