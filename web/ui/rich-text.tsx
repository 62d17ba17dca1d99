import { cloneElement, createElement, Fragment, type ReactElement } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { fillText, type TextValues } from '../lib/translator.ts'

interface RichTextProps {
  textKey: string
  values?: TextValues
  /** Elements by the name of their mark: `<terms>our terms</terms>` becomes the content of `terms`. */
  components: Readonly<Record<string, ReactElement>>
}

const MARKED = /<(\w+)>(.*?)<\/\1>/

/** A text with elements in it. Marks in values stay text. */
export function RichText({ textKey, values = {}, components }: RichTextProps) {
  const { t } = useTranslation()
  const unfilled = t(textKey, Object.fromEntries(Object.keys(values).map((name) => [name, `{{${name}}}`])))
  // Text, name of a mark, its content, text, and so on.
  const parts = unfilled.split(MARKED)
  const content = parts.map((part, index) => {
    if (index % 3 === 0) return fillText(part, values)
    const element = index % 3 === 1 ? components[part] : undefined
    return element && cloneElement(element, {}, fillText(parts[index + 1] ?? '', values))
  })
  return createElement(Fragment, {}, ...content)
}
