import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FEED_DEBOUNCE_MS } from '#contract/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryOf } from '../../lib/query-text.ts'
import styles from './template-search.module.css'

/** Search field for templates. Calls `onChange` after a debounce, and at once on blur. */
export function TemplateSearch({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const field = useRef<HTMLInputElement>(null)
  /** The last reported value. Reporting it twice would undo a navigation that happened meanwhile. */
  const handed = useRef(text)
  const handOn = useRef<(value: string) => void>(() => {})
  useEffect(() => {
    handOn.current = (value) => {
      const wanted = queryOf(value)
      if (wanted === handed.current) return
      handed.current = wanted
      onChange(wanted)
    }
  })
  useEffect(() => {
    const timer = setTimeout(() => handOn.current(typed), FEED_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    // The search changed elsewhere, by a link or by going back.
    if (text === handed.current || field.current === document.activeElement) return
    handed.current = text
    setTyped(text)
  }, [text])
  return (
    <search className={styles.search}>
      <Search size={18} aria-hidden="true" className={styles.lens} />
      <input
        ref={field}
        type="search"
        className={styles.input}
        aria-label={t('templates.search')}
        placeholder={t('templates.search')}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => handOn.current(typed)}
      />
    </search>
  )
}
