import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FEED_DEBOUNCE_MS } from '#contract/limits.ts'
import { useTranslation } from '../lib/i18n.ts'
import { queryOf } from '../lib/query-text.ts'
import styles from './search-field.module.css'

interface SearchFieldProps {
  label: string
  /** The search in the URL. */
  text: string
  onChange: (text: string) => void
}

/** Searches while typing. Calls `onChange` after a debounce, and at once on blur and when cleared. */
export function SearchField({ label, text, onChange }: SearchFieldProps) {
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
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => handOn.current(typed)}
      />
      {typed && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('common.search.clear')}
          onClick={() => {
            setTyped('')
            handOn.current('')
            field.current?.focus()
          }}
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </search>
  )
}
