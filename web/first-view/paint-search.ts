import type { FoundMeme } from '#contract/memes/search.ts'
import layoutStyles from '../app/layout.module.css'
import homeStyles from '../app/routes/home.module.css'
import { bandStarts, layoutTiles } from '../features/memes/grid/layout.ts'
import alsoForStyles from '../features/search/also-for.module.css'
import { asQuoted } from '../features/search/quotes.ts'
import styles from '../features/search/search-heading.module.css'
import type { Answer } from '../lib/api.ts'
import buttonStyles from '../ui/button.module.css'
import { element } from './element.ts'
import type { SEARCH_TEXTS } from './first-texts.ts'
import { paintGrid } from './paint-grid.ts'
import { firstTexts } from './viewer.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** Paints a search's heading and results as features/search/search-heading.tsx and the grid will render them. */
export function paintSearch(root: Element, text: string, found: Answer<'GET /vector-search/text'>): void {
  const texts = firstTexts<typeof SEARCH_TEXTS>()
  if (!texts) return
  const { data: memes, hasNext, people = [], alsoFor = [], didYouMean } = found
  const button = element('a', `${buttonStyles.button} ${buttonStyles.secondary}`, arrow(), texts['search.back'])
  const heading = element(
    'h1',
    styles.title,
    texts['search.title'].replace('{{text}}', () => asQuoted(text)),
  )
  const home = element('div', homeStyles.home, element('div', styles.head, button, heading))
  home.append(element('div', homeStyles.filters))
  if (didYouMean) home.append(element('div', alsoForStyles.line))
  if (people.length > 0) home.append(element('div', homeStyles.people))
  if (alsoFor.length > 0 && memes.length > 0) home.append(element('div', alsoForStyles.line))
  root.append(element('div', 'first-bar'), element('div', layoutStyles.content, home))
  const bands = bandStarts(memes, ({ matchKind }: FoundMeme) => (matchKind === 'allWords' ? '' : matchKind))
  paintGrid(home, memes, (shape) =>
    layoutTiles(
      memes.map(({ image }) => image),
      shape,
      { bands, isWhole: !hasNext },
    ),
  )
}

/** A placeholder for the arrow icon, which is part of the application's icons. */
function arrow(): SVGElement {
  const icon = document.createElementNS(SVG, 'svg')
  icon.setAttribute('width', '20')
  icon.setAttribute('height', '20')
  return icon
}
