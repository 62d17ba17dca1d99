import { Search, X } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent as KeyPress,
  type MouseEvent,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/media.ts'
import { paths } from '../../lib/paths.ts'
import { queryOf, searchIn } from '../../lib/query-text.ts'
import { useLocation, useNavigate } from '../../lib/router.tsx'
import { classNames } from '../../ui/class-names.ts'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import { PictureSearchButton, usePictureSearch } from './picture-search.tsx'
import { forgetSearches, rememberSearch } from './recent-searches.ts'
import styles from './search-box.module.css'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

const SuggestionList = lazyDialog(() => import('./suggestion-list.tsx').then((module) => module.SuggestionList))

/** Search box for the search in the URL. "/" focuses it. */
export function SearchBox() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const shown = pathname === paths.home ? searchIn(new URLSearchParams(search)) : ''
  const first = useFirstField()
  const [text, setText] = useState(first?.value || shown)
  const [from, setFrom] = useState(shown)
  const input = useRef<HTMLInputElement>(null)
  useSlashKey(input)
  useLayoutEffect(() => {
    if (!first?.isConnected) return
    setText(first.value || shown)
    if (document.activeElement === first) input.current?.focus()
    first.closest('header')?.remove()
  }, [first, shown])
  if (from !== shown) {
    setFrom(shown)
    setText(shown)
  }
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  // Incremented when recent searches are cleared, to read the storage again.
  const [, setCleared] = useState(0)
  const suggestions = useSuggestions(text === shown ? '' : text, isOpen)
  const pictures = usePictureSearch()
  const isNarrow = useMedia('(width < 640px)')
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    goTo(text)
  }
  const goTo = (typed: string) => {
    const wanted = queryOf(typed)
    if (!wanted) {
      setText('')
      input.current?.focus()
      return
    }
    close()
    setText(wanted)
    rememberSearch(wanted)
    input.current?.blur()
    void navigate(paths.search(wanted))
  }
  const choose = ({ kind, text: chosen }: Suggestion) => {
    if (kind !== 'user') return goTo(kind === 'tag' ? `#${chosen}` : chosen)
    close()
    setText('')
    input.current?.blur()
    void navigate(paths.user(chosen))
  }
  const onKeyDown = (event: KeyPress) => {
    const chosen = suggestions[active]
    if (event.key === 'Escape' && isOpen && suggestions.length > 0) {
      event.preventDefault()
      close()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault()
      setOpen(true)
      // One more position than suggestions: the box itself.
      const positions = suggestions.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((now) => ((now + 1 + step + positions) % positions) - 1)
    } else if (event.key === 'Enter' && isOpen && chosen) {
      event.preventDefault()
      choose(chosen)
    }
  }
  const hasList = isOpen && suggestions.length > 0
  const hint = isNarrow ? 'common.search.submit' : 'common.search.placeholder'
  const placeholder = pictures.drops.isOver ? 'common.search.byPictureDrop' : hint
  return (
    <search className={styles.search}>
      {/* Pressing a button leaves the focus in the box: losing it would shrink the box on small screens before the click. */}
      <form
        onSubmit={submit}
        className={classNames(styles.form, pictures.drops.isOver && styles.dropping)}
        onMouseDown={keepFocus}
        {...pictures.drops.handlers}
      >
        <Search size={20} className={styles.lens} aria-hidden="true" />
        <input
          ref={input}
          type="search"
          name="search"
          required
          enterKeyHint="search"
          role="combobox"
          aria-expanded={hasList}
          aria-controls={hasList ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={hasList && active >= 0 ? `${listId}-${active}` : undefined}
          onFocus={() => setOpen(true)}
          onBlur={close}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (!pictures.start(event.clipboardData.files)) return
            event.preventDefault()
            event.nativeEvent.stopPropagation()
          }}
          autoComplete="off"
          aria-label={t('common.search.label')}
          placeholder={t(placeholder)}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(-1)
            setOpen(true)
          }}
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
        <PictureSearchButton onFiles={pictures.start} />
        <button type="submit" className={styles.submit} aria-label={t('common.search.submit')}>
          <Search size={20} className={styles.submitIcon} aria-hidden="true" />
          <span className={styles.submitText}>{t('common.search.submit')}</span>
        </button>
        {hasList && (
          <Suspense>
            <SuggestionList
              id={listId}
              suggestions={suggestions}
              active={active}
              onChoose={choose}
              onClearRecent={() => {
                forgetSearches()
                setCleared((times) => times + 1)
              }}
            />
          </Suspense>
        )}
      </form>
      {pictures.dialog}
    </search>
  )
}

/** The field of the document's own top bar, which works before the application starts; see server/web-pages/first-bar.ts. */
function useFirstField(): HTMLInputElement | null {
  const [field] = useState(() => document.querySelector<HTMLInputElement>('.first-top input'))
  return field
}

function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
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
