import type { Meme } from '#contract/memes/memes.ts'
import { isFirstVisit } from '../../features/feed/first-visit.ts'
import welcomeStyles from '../../features/feed/welcome.module.css'
import { hasSavedLists } from '../../features/memes/scroll/return-navigation.ts'
import type { FirstView } from '../../lib/embedded-view.ts'
import { searchIn } from '../../lib/query-text.ts'
import iconButtonStyles from '../../ui/icon-button.module.css'
import { element } from '../element.ts'
import '../first-memes.ts'
import { paintGrid } from '../paint-grid.ts'
import { answerTo, paintPage } from '../paint-page.ts'
import { paintSearch } from '../paint-search.ts'
import { firstText, viewer } from '../viewer.ts'

paintPage((root, view) => {
  const paint = (memes: readonly Meme[]) => paintFeed(root, view, memes)
  const { firstMemes } = globalThis
  if (Array.isArray(firstMemes)) paint(firstMemes)
  else void firstMemes?.then(paint)
  const found = hasSavedLists() ? undefined : answerTo(view, 'GET /vector-search/text')
  if (found) paintSearch(root, searchIn(new URLSearchParams(location.search)), found)
})

function paintFeed(root: HTMLElement, view: FirstView, memes: readonly Meme[]): void {
  // A member's memes may arrive after the application has rendered the grid or is about to.
  if (document.querySelector('.first-over') || root.hasChildNodes() || memes.length === 0) return
  const hasTags = view.tags?.length !== 0
  const page = element('div', 'first-page', ...welcome(), element('div', hasTags ? 'first-tags' : 'first-tabs'))
  root.append(element('div', 'first-bar'), page)
  paintGrid(page, memes)
}

/** The sentence of features/feed/welcome.tsx, with room for its button. */
function welcome(): HTMLElement[] {
  if (viewer.user || !isFirstVisit()) return []
  const sentence = element('p', welcomeStyles.text, firstText('feed.welcome.text'))
  return [element('div', `first-wide ${welcomeStyles.welcome}`, sentence, element('span', iconButtonStyles.button))]
}
