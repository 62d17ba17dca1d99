import type { FoundMeme } from '#contract/memes/search.ts'
import homeStyles from '../app/routes/home.module.css'
import { bandStarts } from '../features/memes/grid/layout.ts'
import alsoForStyles from '../features/search/also-for.module.css'
import { asQuoted } from '../features/search/quotes.ts'
import styles from '../features/search/search-heading.module.css'
import type { Answer } from '../lib/api.ts'
import { button, element, icon } from './element.ts'
import { paintGrid } from './paint-grid.ts'
import { paintBelowBar } from './paint-page.ts'
import { firstText } from './viewer.ts'

/** Paints a search's heading and results as features/search/search-heading.tsx and the grid will render them. */
export function paintSearch(root: HTMLElement, text: string, found: Answer<'GET /vector-search/text'>): void {
  const { data: memes, hasNext, people = [], alsoFor = [], didYouMean } = found
  const back = button('secondary', '', icon(20), firstText('search.back'))
  const heading = element('h1', styles.title, firstText('search.title', { text: asQuoted(text) }))
  const home = paintBelowBar(root, homeStyles.home, element('div', styles.head, back, heading))
  home.append(element('div', homeStyles.filters))
  if (didYouMean) home.append(element('div', alsoForStyles.line))
  if (people.length > 0) home.append(element('div', homeStyles.people))
  if (alsoFor.length > 0 && memes.length > 0) home.append(element('div', alsoForStyles.line))
  const bands = bandStarts(memes, ({ matchKind }: FoundMeme) => (matchKind === 'allWords' ? '' : matchKind))
  paintGrid(home, memes, { bands, isWhole: !hasNext })
}
