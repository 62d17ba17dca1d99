import type { Meme } from '#contract/memes/memes.ts'
import styles from '../features/memes/picture/picture-card.module.css'
import { averageColor } from '../features/memes/picture/thumbhash.ts'
import looks from '../ui/looks.module.css'
import { element, link } from './element.ts'

interface Card {
  href: string
  /** Undefined if the card has none. */
  image: Meme['image'] | undefined
  isCovered?: boolean
  name: string
  note: string
}

/**
 * Paints cards as features/memes/picture/picture-card.tsx renders them, up to the end of the window.
 * @param list must be attached to the document already
 */
export function paintCards(list: HTMLElement, cards: readonly Card[]): void {
  for (const card of cards) {
    const item = element('li', '', paintCard(card))
    list.append(item)
    if (item.getBoundingClientRect().top > innerHeight) return
  }
}

function paintCard({ href, image, isCovered = false, name, note }: Card): HTMLElement {
  const texts = [element('span', styles.name, name), element('span', looks.quiet, note)]
  return link(href, styles.card, image && !isCovered ? thumbnail(image) : cover(image), ...texts)
}

function cover(image: Meme['image'] | undefined): HTMLElement {
  const made = element('span', styles.noPicture)
  if (image) made.style.backgroundColor = averageColor(image.thumbhash)
  return made
}

function thumbnail({ imageSmall, thumbhash, width, height }: Meme['image']): HTMLImageElement {
  const made = Object.assign(element('img', styles.picture), { alt: '', width, height, fetchPriority: 'high' })
  made.style.backgroundColor = averageColor(thumbhash)
  made.src = imageSmall
  return made
}
