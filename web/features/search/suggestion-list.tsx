import { Clock, Hash, Search } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './suggestion-list.module.css'
import type { Suggestion } from './use-suggestions.ts'

const ICONS = { recent: Clock, tag: Hash, name: Search }

interface SuggestionListProps {
  id: string
  suggestions: readonly Suggestion[]
  /** Index of the option selected by arrow keys; -1 for none. */
  active: number
  onChoose: (suggestion: Suggestion) => void
  onClearRecent: () => void
}

/** Suggestions below the search box. The box retains the focus and references the active option. */
export function SuggestionList({ id, suggestions, active, onChoose, onClearRecent }: SuggestionListProps) {
  const { t } = useTranslation()
  const hasRecent = suggestions.some(({ kind }) => kind === 'recent')
  return (
    // A press must not take the focus from the box, else the list would close before the click.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={t('common.search.suggestions')} className={styles.list}>
        {suggestions.map((suggestion, index) => {
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
            <div
              key={`${suggestion.kind} ${suggestion.text}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
              onClick={() => onChoose(suggestion)}
            >
              {suggestion.kind === 'user' ? <Person person={suggestion} /> : <Words suggestion={suggestion} />}
            </div>
          )
        })}
      </div>
      {hasRecent && (
        <button type="button" className={styles.forget} onClick={onClearRecent}>
          {t('common.search.clearRecent')}
        </button>
      )}
    </div>
  )
}

function Words({ suggestion: { kind, text } }: { suggestion: Exclude<Suggestion, { kind: 'user' }> }) {
  const { t } = useTranslation()
  const Icon = ICONS[kind]
  return (
    <>
      <Icon size={18} aria-hidden="true" />
      <span className={styles.text}>{text}</span>
      {kind === 'recent' && <span className={styles.note}>{t('common.search.recent')}</span>}
    </>
  )
}

function Person({ person: { text, displayName, avatarUrl } }: { person: Extract<Suggestion, { kind: 'user' }> }) {
  return (
    <>
      <Avatar name={displayName} src={avatarUrl} size={24} />
      <span className={styles.text}>{displayName}</span>
      <span className={styles.username}>@{text}</span>
    </>
  )
}
