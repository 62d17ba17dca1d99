import homeStyles from '../../app/routes/home.module.css'
import { averageColor } from '../../features/memes/picture/thumbhash.ts'
import { hasSavedLists } from '../../features/memes/scroll/return-navigation.ts'
import styles from '../../features/templates/template-head.module.css'
import type { Answer } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import looks from '../../ui/looks.module.css'
import { button, element, icon, link } from '../element.ts'
import { paintGrid } from '../paint-grid.ts'
import { answerTo, paintBelowBar, paintPage } from '../paint-page.ts'
import { paintSegmented } from '../paint-segmented.ts'
import { firstText, viewerLanguage } from '../viewer.ts'

type Template = Answer<'GET /template/{id}'>['data']

/** Paints features/templates/template-head.tsx and the memes. */
paintPage((root, view) => {
  const template = answerTo(view, 'GET /template/{id}')?.data
  const list = answerTo(view, 'GET /template/{id}/memes')
  if (!template || !list || hasSavedLists()) return
  const { counts, known, tags, firstSeenAt } = template
  const language = viewerLanguage()
  const names = new Intl.ListFormat(language, { type: 'unit', style: 'long' })
  const facts = [
    firstText('templates.count', { count: counts.all }),
    firstText('templates.inWeek', { count: counts.week }),
    firstText('templates.since', { day: formatDay(firstSeenAt, language) }),
  ]
  const isNewest = new URLSearchParams(location.search).get('sort') === 'newest'
  const about = element(
    'div',
    styles.about,
    element('h1', looks.breakable, template.name || firstText('templates.unnamed')),
    element('p', styles.counts, facts.join(' · ')),
    known &&
      element(
        'div',
        styles.known,
        element('p', '', known.shows),
        element('p', styles.counts, known.origin),
        known.names.length > 0 &&
          element('p', styles.counts, firstText('templates.otherNames', { names: names.format(known.names) })),
      ),
    tags.length > 0 &&
      element('ul', styles.tags, ...tags.map((tag) => element('li', '', link(paths.tag(tag), '', `#${tag}`)))),
    element('div', styles.buttons, button('primary', '', icon(18), firstText('templates.make'))),
    paintSegmented([
      { label: firstText('templates.memes.popular'), isChosen: !isNewest },
      { label: firstText('templates.memes.newest'), isChosen: isNewest },
    ]),
  )
  const page = paintBelowBar(root, homeStyles.home, element('header', styles.head, picture(template), about))
  paintGrid(page, list.data, { isWhole: !list.hasNext })
})

/** The stored picture; the application composes a missing one, and covers a sensitive one. */
function picture({ image, picture: stored, sensitive }: Template): HTMLElement {
  const { width, height } = image
  const frame = element('div', styles.picture)
  frame.style.setProperty('--ratio', String(width / height))
  frame.style.backgroundColor = averageColor(image.thumbhash)
  if (!sensitive) {
    const size = { alt: '', width, height, fetchPriority: 'high' }
    frame.append(Object.assign(element('img', ''), size, { src: stored ?? image.imageSmall }))
  }
  return frame
}
