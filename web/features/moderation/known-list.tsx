import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { cutShown } from '#contract/bounded.ts'
import { FEED_DEBOUNCE_MS, SEARCH_QUERY_MAX_CHARS } from '#contract/limits.ts'
import type { KnownEntry } from '#contract/templates/known-templates.ts'
import { api } from '../../lib/api.ts'
import { createDebounce } from '../../lib/debounce.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useChange } from '../../ui/use-change.ts'
import styles from './desk.module.css'
import { KnownDialog } from './known-dialog.tsx'
import knownStyles from './known-list.module.css'

const KEY = 'desk-known-templates'
const debounce = createDebounce(FEED_DEBOUNCE_MS)

/** Well-known templates for moderators to correct, add, and remove. */
export function KnownList() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  /** The entry in the form; `new` for an empty form. */
  const [edited, setEdited] = useState<KnownEntry | 'new' | null>(null)
  const q = typed.trim()
  const query = useInfiniteQuery({
    queryKey: [KEY, q],
    initialPageParam: '',
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) => {
      await debounce(signal)
      const cursor = pageParam ? { cursor: pageParam } : {}
      return api('GET /moderation/known-templates', { query: { ...(q ? { q } : {}), ...cursor }, signal })
    },
    getNextPageParam: (page) => page.nextCursor,
  })
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const { change } = useChange([KEY])
  const refresh = () => client.invalidateQueries({ queryKey: [KEY] })
  const remove = ({ id }: KnownEntry) =>
    change(() => api('DELETE /moderation/known-templates/{id}', { params: { id } }))
  const restore = ({ id, name }: KnownEntry) =>
    change(async () => {
      await api('POST /moderation/known-templates/{id}/restore', { params: { id } })
      return { message: t('desk.known.restored', { name }) }
    })
  const entries = data?.pages.flatMap((page) => page.data) ?? []
  const problem = data?.pages[0]?.problem
  return (
    <>
      <p className={looks.quiet}>{t('desk.known.about')}</p>
      {problem && (
        <p role="alert" className={knownStyles.problem}>
          {t('desk.known.problem', { problem })}
        </p>
      )}
      <div className={knownStyles.tools}>
        <TextField
          label={t('desk.known.search')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(cutShown(event.target.value, SEARCH_QUERY_MAX_CHARS))}
        />
        <Button icon={<Plus size={18} />} onClick={() => setEdited('new')}>
          {t('desk.known.add')}
        </Button>
      </div>
      {isPending && <Skeleton className={styles.loading} />}
      <ListFailure query={query} />
      {data && entries.length === 0 && <EmptyState title={t('desk.known.empty')} />}
      {entries.length > 0 && (
        <table className={knownStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t('desk.known.name')}</th>
              <th scope="col">{t('desk.known.otherNames')}</th>
              <th scope="col">{t('desk.known.source')}</th>
              <th scope="col">{t('desk.known.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id} data-removed={entry.isRemoved || undefined}>
                <th scope="row">{entry.name}</th>
                <td data-label={t('desk.known.otherNames')}>
                  {entry.texts.map(({ language, names }) => (
                    <div key={language} lang={language}>
                      {names.join(', ')}
                    </div>
                  ))}
                </td>
                <td className={knownStyles.source} data-label={t('desk.known.source')}>
                  {/* i18n-keys: desk.known.sources.* */}
                  {t(entry.isRemoved ? 'desk.known.sources.removed' : `desk.known.sources.${entry.source}`)}
                </td>
                <td className={knownStyles.actions}>
                  {!entry.isRemoved && (
                    <>
                      <IconButton
                        label={t('desk.known.edit', { name: entry.name })}
                        icon={<Pencil size={20} />}
                        onClick={() => setEdited(entry)}
                      />
                      <IconButton
                        label={t('desk.known.remove', { name: entry.name })}
                        icon={<Trash2 size={20} />}
                        onClick={() => void remove(entry)}
                      />
                    </>
                  )}
                  {entry.canRestore && (
                    <IconButton
                      label={t('desk.known.restore', { name: entry.name })}
                      icon={<RotateCcw size={20} />}
                      onClick={() => void restore(entry)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('desk.more')}
        </Button>
      )}
      {edited && (
        <KnownDialog
          entry={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => void refresh()}
        />
      )}
    </>
  )
}
