import { useQuery } from '@tanstack/react-query'
import { Rss, Search, Trash2 } from 'lucide-react'
import type { SavedSearch } from '#contract/memes/saved-searches.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { languageName } from '../../lib/language-name.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { PageTitle } from '../../ui/page-title.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { writeFilters } from '../search/search-filters.ts'
import styles from './saved-searches.module.css'
import { fromSaved, savedSearchesQuery } from './saved-searches-query.ts'
import { deleteSavedSearch, useSavedSearchChange } from './use-saved-search-change.ts'

/** The searches that a member saved, each with its feed. */
export function SavedSearchesScreen() {
  const { t } = useTranslation()
  const { user } = useSession()
  const list = useQuery({
    ...savedSearchesQuery(user?.userId ?? ''),
    enabled: user !== null,
    // Another tab may have saved one.
    refetchOnMount: 'always',
  })
  return (
    <div className={styles.page}>
      <PageTitle>{t('savedSearches.title')}</PageTitle>
      <header>
        <h1 className={looks.title}>{t('savedSearches.title')}</h1>
        <p className={styles.hint}>
          {t('savedSearches.hint')} <Link to={paths.account('preferences')}>{t('savedSearches.preferences')}</Link>
        </p>
      </header>
      {list.isPending && <Spinner label={t('common.loading')} />}
      {list.data && <Searches searches={list.data} />}
      <ListFailure query={list} title={t('savedSearches.failed')} />
    </div>
  )
}

function Searches({ searches }: { searches: readonly SavedSearch[] }) {
  const { t } = useTranslation()
  if (searches.length === 0)
    return (
      <EmptyState
        title={t('savedSearches.empty')}
        hint={t('savedSearches.emptyHint')}
        action={
          <ButtonLink to={paths.home} icon={<Search size={20} />}>
            {t('savedSearches.browse')}
          </ButtonLink>
        }
      />
    )
  return (
    <ul className={looks.stack2}>
      {searches.map((search) => (
        <Row key={search._id} search={search} />
      ))}
    </ul>
  )
}

function Row({ search }: { search: SavedSearch }) {
  const { t } = useTranslation()
  const { membersOnly } = useSite()
  const filters = fromSaved(search)
  const { mutate, isPending } = useSavedSearchChange(() => deleteSavedSearch(search._id))
  const notes = [
    filters.animated && t(filters.animated === 'true' ? 'search.filters.moving' : 'search.filters.still'),
    filters.language && languageName(filters.language),
    filters.sort && t('search.filters.newest'),
    filters.translate && t('savedSearches.untranslated'),
    filters.user && `@${filters.user}`,
  ].filter(Boolean)
  return (
    <li className={styles.row}>
      <Link className={styles.link} to={paths.search(search.q, writeFilters(filters))}>
        <span className={styles.query}>{search.q}</span>
        {notes.length > 0 && <span className={looks.quiet}>{notes.join(' · ')}</span>}
      </Link>
      {!membersOnly && (
        <a
          className={styles.feed}
          href={`/feeds/search.atom?${new URLSearchParams({ q: search.q, ...writeFilters({ ...filters, sort: 'newest' }) })}`}
          aria-label={t('savedSearches.feed', { text: search.q })}
          title={t('savedSearches.feed', { text: search.q })}
        >
          <Rss size={20} aria-hidden="true" />
        </a>
      )}
      <IconButton
        label={t('savedSearches.delete', { text: search.q })}
        icon={<Trash2 size={20} />}
        disabled={isPending}
        onClick={() => mutate()}
      />
    </li>
  )
}
