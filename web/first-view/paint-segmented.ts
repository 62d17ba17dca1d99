import styles from '../ui/segmented.module.css'
import { element } from './element.ts'

/** Paints ui/segmented.tsx. */
export function paintSegmented(options: readonly { label: string; isChosen: boolean }[]): HTMLElement {
  const labels = options.map(({ label, isChosen }) => {
    const input = Object.assign(element('input', ''), { type: 'radio', checked: isChosen, disabled: true })
    return element('label', styles.option, input, element('span', '', label))
  })
  return element('fieldset', styles.group, ...labels)
}
