import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { SEARCH_QUERY_MAX_CHARS } from '#contract/limits.ts'
import { paths } from '../lib/paths.ts'
import styles from './search-box.module.css'

/** Shows the search that the address holds; Search puts what is typed there. "/" reaches it from anywhere. */
export function SearchBox() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const shown = pathname === paths.home ? (new URLSearchParams(search).get('search') ?? '') : ''
  const [text, setText] = useState(shown)
  const [from, setFrom] = useState(shown)
  const input = useRef<HTMLInputElement>(null)
  useSlashKey(input)
  if (from !== shown) {
    setFrom(shown)
    setText(shown)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    if (!wanted) {
      setText('')
      input.current?.focus()
      return
    }
    input.current?.blur()
    void navigate(paths.search(wanted))
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <search className={styles.search}>
      <form onSubmit={submit} className={styles.form}>
        <Search size={20} className={styles.lens} aria-hidden="true" />
        <input
          ref={input}
          type="search"
          name="search"
          required
          enterKeyHint="search"
          maxLength={SEARCH_QUERY_MAX_CHARS}
          autoComplete="off"
          aria-label={t('common.search.label')}
          placeholder={t('common.search.placeholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={styles.input}
        />
        {text && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('common.search.clear')}
            onClick={() => {
              setText('')
              input.current?.focus()
            }}
          >
            <X size={18} />
          </button>
        )}
        <button type="submit" className={styles.submit}>
          <Search size={20} className={styles.submitIcon} aria-hidden="true" />
          <span className={styles.submitText}>{t('common.search.submit')}</span>
        </button>
      </form>
    </search>
  )
}

function useSlashKey(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null
      const typing = target?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [input])
}
