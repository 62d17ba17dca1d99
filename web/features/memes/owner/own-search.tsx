import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FEED_DEBOUNCE_MS } from '#contract/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { queryOf } from '../../../lib/query-text.ts'
import styles from './own-search.module.css'

interface OwnSearchProps {
  /** The search in the URL. */
  text: string
  onChange: (text: string) => void
}

/** Filters the user's uploads while typing. */
export function OwnSearch({ text, onChange }: OwnSearchProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const [from, setFrom] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  if (from !== text) {
    setFrom(text)
    // The URL holds the typed text without surrounding blanks. If only those differ, leave the input as it is.
    if (queryOf(typed) !== text) setTyped(text)
  }
  useEffect(() => {
    const wanted = queryOf(typed)
    if (wanted === text) return
    const timer = setTimeout(() => latest.current(wanted), FEED_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, text])
  return (
    <search className={styles.search}>
      <Search size={18} aria-hidden="true" className={styles.lens} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={t('own.search.label')}
        placeholder={t('own.search.label')}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('own.search.clear')}
          onClick={() => {
            setTyped('')
            onChange('')
            input.current?.focus()
          }}
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </search>
  )
}
