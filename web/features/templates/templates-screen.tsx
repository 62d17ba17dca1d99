import { useInfiniteQuery } from '@tanstack/react-query'
import { TEMPLATE_SORTS } from '#contract/templates/template-sorts.ts'
import type { TemplateSort } from '#contract/templates/templates.ts'
import { useHeldWhilePressed } from '../../lib/held-while-pressed.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { uniqueBy } from '../../lib/unique-by.ts'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TemplateCard } from './template-card.tsx'
import { templatesQuery } from './template-queries.ts'
import styles from './templates-screen.module.css'

const SORT_KEYS = {
  day: 'templates.sort.day',
  week: 'templates.sort.week',
  all: 'templates.sort.all',
} as const satisfies Record<TemplateSort, string>
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** All templates. The URL stores order and search. */
export function TemplatesScreen() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const sort = TEMPLATE_SORTS.find((one) => one === params.get('sort')) ?? 'day'
  const q = params.get('q') ?? ''
  const change = (next: { sort?: TemplateSort; q?: string }) => {
    const wanted = { sort, q, ...next }
    setParams(
      { ...(wanted.sort !== 'day' && { sort: wanted.sort }), ...(wanted.q && { q: wanted.q }) },
      { replace: true },
    )
  }
  return (
    <div className={styles.page}>
      <PageTitle>{t('templates.title')}</PageTitle>
      <header className={styles.head}>
        <h1>{t('templates.title')}</h1>
        <p className={styles.lead}>{t('templates.lead')}</p>
      </header>
      <div className={styles.tools}>
        <Segmented
          label={t('templates.sort.label')}
          options={TEMPLATE_SORTS.map((value) => ({ value, label: t(SORT_KEYS[value]) }))}
          value={sort}
          onChange={(value) => change({ sort: value })}
        />
        <SearchField label={t('templates.search')} text={q} onChange={(text) => change({ q: text })} />
      </div>
      <Templates sort={sort} q={q} />
    </div>
  )
}

function Templates({ sort, q }: { sort: TemplateSort; q: string }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(templatesQuery(sort, q))
  const { isError, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const [data, hold] = useHeldWhilePressed(query.data)
  if (isError && !data) return <ListFailure query={query} />
  if (!data || (isPlaceholderData && data.pages[0]?.templates.length === 0)) {
    return (
      <div className={styles.list} aria-busy="true">
        {PLACEHOLDERS.map((key) => (
          <Skeleton key={key} height="14rem" />
        ))}
      </div>
    )
  }
  const templates = uniqueBy(
    data.pages.flatMap((page) => page.templates),
    ({ _id }) => _id,
  )
  if (templates.length === 0) {
    return q ? (
      <EmptyState title={t('templates.none', { text: q })} hint={t('templates.noneHint')} />
    ) : (
      <EmptyState title={t('templates.empty')} hint={t('templates.emptyHint')} />
    )
  }
  return (
    <>
      <ul
        className={styles.list}
        aria-label={t('templates.title')}
        aria-busy={isPlaceholderData}
        onPointerDownCapture={hold}
      >
        {templates.map((template) => (
          <li key={template._id}>
            <TemplateCard template={template} count={template.counts.all} />
          </li>
        ))}
      </ul>
      <ListFailure query={query} />
      {hasNextPage && (
        <div className={styles.more}>
          <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('templates.more')}
          </Button>
        </div>
      )}
    </>
  )
}
