import { PAGES } from '#contract/pages.ts'
import styles from '../../features/privacy/legal-screen.module.css'
import looks from '../../ui/looks.module.css'
import { element, link } from '../element.ts'
import type { FirstText } from '../first-texts.ts'
import { paintLogo } from '../paint-logo.ts'
import { answerTo, paintPage } from '../paint-page.ts'
import { firstText } from '../viewer.ts'

/** Paints features/privacy/about-screen.tsx. */
paintPage((root, view) => {
  const config = answerTo(view, 'GET /config')?.data
  if (!config) return
  const { contactEmail: email, siteDescription, sourceUrl } = config
  const section = element(
    'section',
    styles.section,
    element('h2', '', view.site.name),
    siteDescription !== '' && element('p', '', siteDescription),
    paragraph('legal.about.contact', { email }),
    paragraph('legal.about.license'),
    sourceUrl === null ? paragraph('legal.about.ask', { email }) : paragraph('legal.about.source'),
  )
  const main = element(
    'main',
    styles.main,
    element('div', styles.head, element('h1', looks.title, firstText('legal.about.title'))),
    element('div', styles.text, section),
  )
  main.dataset.single = 'true'
  root.append(
    element(
      'div',
      styles.page,
      element(
        'header',
        styles.bar,
        paintLogo(view.site, styles.home),
        link(PAGES.home, styles.back, firstText('common.backToApp')),
      ),
      main,
      element(
        'nav',
        styles.others,
        link(PAGES.termsOfService, '', firstText('legal.terms.title')),
        link(PAGES.privacyPolicy, '', firstText('legal.privacy.title')),
      ),
    ),
  )
})

/** A text with a mark, which looks like the link that the application renders there. */
function paragraph(key: FirstText, values = {}): HTMLElement {
  const [before = '', , marked, after = ''] = firstText(key, values).split(/<(\w+)>(.*?)<\/\1>/)
  return element('p', '', before, marked !== undefined && link('#', '', marked), after)
}
