import { TIME_FRAMES, type TimeFrame } from '#contract/memes/time-frames.ts'
import type { TrendingMeme } from '#contract/memes/trending.ts'
import { averageColor } from '../features/memes/picture/thumbhash.ts'
import { cardSizes, SIDE_BY_SIDE } from '../features/trending/card-sizes.ts'
import rankStyles from '../features/trending/rank.module.css'
import styles from '../features/trending/trending-frames.module.css'
import listStyles from '../features/trending/trending-list.module.css'
import cardStyles from '../features/trending/trending-meme.module.css'
import tabStyles from '../ui/tabs.module.css'
import { element } from './element.ts'
import { isPainted } from './first-memes.ts'
import { picture } from './paint-grid.ts'
import { paintBelowBar } from './paint-page.ts'
import { firstText } from './viewer.ts'

const CARDS = 3

/**
 * Paints title, time frames and the first pictures of a trending page, as features/trending will render them.
 * @param entries entries of the meme list; null for the list of people
 */
export function paintTrending(root: HTMLElement, frame: TimeFrame, entries: readonly TrendingMeme[] | null): void {
  const ranked = entries ? 'memes' : 'users'
  const [title, lead] = [firstText(`trending.${ranked}.title`), firstText(`trending.${ranked}.lead`)]
  const labels: Record<TimeFrame, string> = {
    '24h': firstText('trending.frames.day'),
    '1w': firstText('trending.frames.week'),
    '1m': firstText('trending.frames.month'),
  }
  const head = element('header', styles.head, element('h1', styles.title, title), element('p', styles.lead, lead))
  const page = paintBelowBar(root, styles.page, head)
  const list = element('ol', listStyles.list)
  if (matchMedia(SIDE_BY_SIDE).matches) {
    const columns = TIME_FRAMES.map((each) =>
      element('section', styles.column, element('h2', styles.frame, labels[each]), each === frame ? list : ''),
    )
    page.append(element('div', styles.columns, ...columns))
  } else {
    const tabs = TIME_FRAMES.map((each) => {
      const tab = element('span', tabStyles.tab, labels[each])
      tab.toggleAttribute('data-active', each === frame)
      return tab
    })
    page.append(
      element('div', tabStyles.list, ...tabs),
      element('div', tabStyles.panel, element('div', styles.panel, list)),
    )
  }
  if (entries) paintCards(list, entries)
}

/** Paints only the first row of cards: the position of the next row depends on the texts below these pictures. */
function paintCards(list: HTMLElement, entries: readonly TrendingMeme[]): void {
  for (const entry of entries.slice(0, CARDS)) {
    list.append(element('li', listStyles.card, card(entry)))
    if (getComputedStyle(list).gridTemplateColumns.split(' ').length < CARDS) return
  }
}

function card({ meme, rank }: TrendingMeme): HTMLElement {
  const badge = element('span', rankStyles.rank, String(rank))
  badge.dataset.rank = String(rank)
  const frame = element('div', cardStyles.frame)
  frame.style.backgroundColor = averageColor(meme.image.thumbhash)
  if (isPainted(meme)) {
    const image = picture(meme, cardSizes(meme.image))
    image.className = cardStyles.picture ?? ''
    frame.append(image)
  }
  const about = element('div', cardStyles.about, badge, element('span', cardStyles.name, meme.name))
  return element('article', cardStyles.card, frame, about)
}
