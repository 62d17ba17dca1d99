import choiceStyles from '../../features/studio/picture-choice.module.css'
import { POPULAR_TEMPLATES_SHOWN } from '../../features/studio/popular-templates-shown.ts'
import styles from '../../features/studio/studio-screen.module.css'
import { paths } from '../../lib/paths.ts'
import { button, element, icon } from '../element.ts'
import { paintCards } from '../paint-cards.ts'
import { answerTo, paintBelowBar, paintPage } from '../paint-page.ts'
import { templateCards } from '../template-cards.ts'
import { firstText } from '../viewer.ts'

/** Paints the choice of a picture, features/studio/picture-choice.tsx. */
paintPage((root, view) => {
  const templates = answerTo(view, 'GET /templates')?.data
  if (!templates) return
  const title = firstText('studio.title')
  const list = element('ul', choiceStyles.list)
  const heading = element('h2', choiceStyles.heading, firstText('studio.popular'))
  paintBelowBar(
    root,
    styles.page,
    element('h1', styles.title, element('span', '', title)),
    element(
      'div',
      choiceStyles.choice,
      icon(40),
      element('p', '', firstText('studio.start')),
      element(
        'div',
        choiceStyles.buttons,
        button('primary', '', firstText('studio.ownPicture')),
        button('secondary', '', firstText('studio.chooseTemplate')),
      ),
    ),
    templates.length > 0 ? element('section', choiceStyles.popular, heading, list) : element('span', ''),
  )
  const shown = templates.slice(0, POPULAR_TEMPLATES_SHOWN)
  paintCards(
    list,
    templateCards(shown, ({ _id }) => paths.create({ template: _id })),
  )
})
