import { PAGES } from '#contract/pages.ts'
import type { Site } from '../lib/embedded-view.ts'
import styles from '../ui/logo.module.css'
import { element, link } from './element.ts'

const SIZE_PX = 36

/** Paints the link with ui/logo.tsx. The default logo is the site's icon. */
export function paintLogo({ name, logo }: Site, className: string | undefined): HTMLElement {
  const mark = Object.assign(element('img', logo ? styles.picture : styles.mark), {
    alt: '',
    src: logo ?? '/favicon.svg',
    width: SIZE_PX,
    height: SIZE_PX,
  })
  return link(PAGES.home, className, element('span', styles.logo, mark, element('span', styles.word, name)))
}
