import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FEED_DEBOUNCE_MS, SEARCH_QUERY_MAX_CHARS } from '#contract/limits.ts'
import styles from './template-search.module.css'

/** A field for words of templates, handed on shortly after the last key. */
export function TemplateSearch({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === text) return
    const timer = setTimeout(() => onChange(wanted), FEED_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, onChange])
  return (
    <search className={styles.search}>
      <Search size={18} aria-hidden="true" className={styles.lens} />
      <input
        type="search"
        className={styles.input}
        aria-label={t('templates.search')}
        placeholder={t('templates.search')}
        maxLength={SEARCH_QUERY_MAX_CHARS}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // At once when the field is left: later, the search would undo the press on a link.
        onBlur={() => typed.trim() !== text && onChange(typed.trim())}
      />
    </search>
  )
}
