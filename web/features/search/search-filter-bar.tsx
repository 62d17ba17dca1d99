import { SlidersHorizontal, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { cut } from '#contract/bounded.ts'
import { USERNAME_MAX_CHARS } from '#contract/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { Select } from '../../ui/select.tsx'
import styles from './search-filter-bar.module.css'
import { countFilters, EMPTY_FILTERS, type SearchFilters } from './search-filters.ts'

interface SearchFilterBarProps {
  filters: SearchFilters
  /** Called with the filters that change. */
  onChange: (changed: Partial<SearchFilters>) => void
  /** A further button beside the first one. */
  children?: ReactNode
}

/** Search filters, collapsed until opened or until a filter is set. */
export function SearchFilterBar({ filters, onChange, children }: SearchFilterBarProps) {
  const { t } = useTranslation()
  const count = countFilters(filters)
  const [isOpen, setOpen] = useState(count > 0)
  const panelId = useId()
  return (
    <section className={styles.bar} aria-label={t('search.filters.label')}>
      <div className={styles.head}>
        <Button
          variant="secondary"
          size="sm"
          icon={<SlidersHorizontal size={18} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? t('search.filters.set', { count }) : t('search.filters.label')}
        </Button>
        {children}
        {count > 0 && (
          <Button variant="ghost" size="sm" icon={<X size={18} />} onClick={() => onChange(EMPTY_FILTERS)}>
            {t('search.filters.clear')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={panelId} className={styles.panel}>
          <div className={styles.fields}>
            <Select
              label={t('search.filters.kind')}
              value={filters.animated}
              onChange={(animated) => onChange({ animated })}
              options={[
                { value: '', label: t('search.filters.all') },
                { value: 'true', label: t('search.filters.moving') },
                { value: 'false', label: t('search.filters.still') },
              ]}
            />
            <Select
              label={t('search.filters.language')}
              value={filters.language}
              onChange={(language) => onChange({ language })}
              options={[
                { value: '', label: t('search.filters.anyLanguage') },
                { value: 'en', label: 'English' },
                { value: 'vi', label: 'Tiếng Việt' },
              ]}
            />
            <Select
              label={t('search.filters.sort')}
              value={filters.sort}
              onChange={(sort) => onChange({ sort })}
              options={[
                { value: '', label: t('search.filters.best') },
                { value: 'newest', label: t('search.filters.newest') },
              ]}
            />
            <Select
              label={t('search.filters.translate')}
              value={filters.translate}
              onChange={(translate) => onChange({ translate })}
              options={[
                { value: '', label: t('search.filters.translateOn') },
                { value: 'off', label: t('search.filters.translateOff') },
              ]}
            />
            <PersonField key={filters.user} user={filters.user} onChange={(user) => onChange({ user })} />
          </div>
          <p className={styles.help}>
            {t('search.filters.help')} <code>-{t('search.filters.word')}</code>{' '}
            <code>"{t('search.filters.phrase')}"</code> <code>tag:{t('search.filters.tag')}</code>{' '}
            <code>user:{t('search.filters.usernameExample')}</code> <code>animated:yes</code>
          </p>
        </div>
      )}
    </section>
  )
}

function PersonField({ user, onChange }: { user: string; onChange: (user: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(user)
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = cut(typed.trim().replace(/^@/, ''), USERNAME_MAX_CHARS)
    if (wanted !== user) onChange(wanted)
  }
  return (
    <form className={looks.centeredRow} onSubmit={submit}>
      <label htmlFor={id} className={styles.label}>
        {t('search.filters.person')}
      </label>
      <input
        id={id}
        className={styles.input}
        value={typed}
        placeholder={t('search.filters.username')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() !== user && (
        <Button type="submit" size="sm" variant="secondary">
          {t('search.filters.apply')}
        </Button>
      )}
    </form>
  )
}
