import homeStyles from '../../app/routes/home.module.css'
import { hasSavedLists } from '../../features/memes/scroll/return-navigation.ts'
import chipStyles from '../../features/tags/tag-chips.module.css'
import styles from '../../features/tags/tag-head.module.css'
import { formatNumber } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import buttonStyles from '../../ui/button.module.css'
import looks from '../../ui/looks.module.css'
import { button, element, icon, link } from '../element.ts'
import { paintGrid } from '../paint-grid.ts'
import { answerTo, paintBelowBar, paintPage } from '../paint-page.ts'
import { firstText, viewerLanguage } from '../viewer.ts'

/** Paints features/tags/tag-head.tsx and the memes. */
paintPage((root, view) => {
  const tag = answerTo(view, 'GET /tags/{tag}')?.data
  const feed = answerTo(view, 'GET /recommendation-feed')
  if (!tag || !feed || hasSavedLists()) return
  const number = formatNumber(tag.count, viewerLanguage())
  const aliases = tag.aliases.map((alias) => `#${alias}`).join(', ')
  const chips = tag.related.map((one) => element('li', '', link(paths.tag(one.tag), chipStyles.chip, `#${one.tag}`)))
  const head = element(
    'header',
    styles.head,
    element(
      'div',
      styles.line,
      element('h1', looks.breakable, firstText('tags.title', { tag: tag.tag })),
      element('p', styles.count, firstText('tags.count', { count: tag.count, number })),
      button('primary', buttonStyles.sm ?? '', icon(16), firstText('tags.follow')),
    ),
    aliases !== '' && element('p', styles.count, firstText('tags.aliases', { tags: aliases })),
    element(
      'div',
      styles.related,
      chips.length > 0 && element('nav', chipStyles.row, element('ul', chipStyles.chips, ...chips)),
    ),
  )
  paintGrid(paintBelowBar(root, homeStyles.home, head), feed.data.recommendations, { isWhole: !feed.hasMore })
})
