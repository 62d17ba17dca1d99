import { TEMPLATE_SORTS } from '#contract/templates/template-sorts.ts'
import styles from '../../features/templates/templates-screen.module.css'
import searchStyles from '../../ui/search-field.module.css'
import { element } from '../element.ts'
import { paintCards } from '../paint-cards.ts'
import { answerTo, paintBelowBar, paintPage } from '../paint-page.ts'
import { paintSegmented } from '../paint-segmented.ts'
import { templateCards } from '../template-cards.ts'
import { firstText } from '../viewer.ts'

/** Paints features/templates/templates-screen.tsx. */
paintPage((root, view) => {
  const templates = answerTo(view, 'GET /templates')?.data
  if (!templates?.length) return
  const query = new URLSearchParams(location.search)
  const sort = TEMPLATE_SORTS.find((one) => one === query.get('sort')) ?? 'day'
  const field = element('input', searchStyles.input)
  Object.assign(field, { placeholder: firstText('templates.search'), value: query.get('q') ?? '', readOnly: true })
  const list = element('ul', styles.list)
  paintBelowBar(
    root,
    styles.page,
    element(
      'header',
      styles.head,
      element('h1', '', firstText('templates.title')),
      element('p', styles.lead, firstText('templates.lead')),
    ),
    element(
      'div',
      styles.tools,
      paintSegmented(
        TEMPLATE_SORTS.map((one) => ({ label: firstText(`templates.sort.${one}`), isChosen: one === sort })),
      ),
      element('div', searchStyles.search, field),
    ),
    list,
  )
  paintCards(list, templateCards(templates))
})
