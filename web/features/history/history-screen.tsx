import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { History, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { updateUser } from '../../lib/session.ts'
import type { SessionUser } from '../../lib/stored-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import looks from '../../ui/looks.module.css'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { BrowseLink } from '../meme-lists/empty-actions.tsx'
import { MemeListView } from '../meme-lists/meme-list-view.tsx'
import { viewedMeme } from '../meme-lists/viewed-meme.ts'
import { useMemeList } from '../memes/data/meme-page.ts'
import { listKeyOf } from '../memes/scroll/saved-lists.ts'
import { ScrollToTop } from '../memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../memes/scroll/use-saved-lists.ts'
import { meQuery } from '../users/me-query.ts'
import styles from './history.module.css'
import { historyQuery, removeFromHistory } from './history-query.ts'

type Wanted = 'clear' | 'off'

/** The member's viewing history, with a switch to stop recording it. */
export function HistoryScreen({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Wanted>()
  const isKept = user.preferences.keepsHistory !== false
  const change = useHistoryChange(user)
  // Another device may have changed the switch.
  useQuery(meQuery(user.userId))
  useSavedLists()
  return (
    <div className={styles.page}>
      <PageTitle>{t('history.title')}</PageTitle>
      <header className={styles.head}>
        <div>
          <h1 className={looks.title}>{t('history.title')}</h1>
          <p className={styles.hint}>{t('history.hint')}</p>
        </div>
        {isKept && (
          <div className={looks.row2}>
            <Button variant="secondary" icon={<Trash2 size={18} />} onClick={() => setAsked('clear')}>
              {t('history.clear')}
            </Button>
            <Button variant="ghost" onClick={() => setAsked('off')}>
              {t('history.turnOff')}
            </Button>
          </div>
        )}
      </header>
      {isKept ? (
        <HistoryList userId={user.userId} />
      ) : (
        <EmptyState
          title={t('history.off')}
          hint={t('history.offHint')}
          action={
            <Button icon={<History size={20} />} loading={change.isPending} onClick={() => change.mutate('on')}>
              {t('history.turnOn')}
            </Button>
          }
        />
      )}
      <ScrollToTop />
      <Dialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        size="sm"
        title={t(asked === 'off' ? 'history.turnOffTitle' : 'history.clearTitle')}
        description={t(asked === 'off' ? 'history.turnOffHint' : 'history.clearHint')}
        footer={
          <>
            <Button variant="secondary" onClick={() => setAsked(undefined)}>
              {t('common.cancel')}
            </Button>
            <Button
              variant="danger"
              loading={change.isPending}
              onClick={() => asked && change.mutate(asked, { onSuccess: () => setAsked(undefined) })}
            >
              {t(asked === 'off' ? 'history.turnOff' : 'history.clear')}
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </div>
  )
}

function useHistoryChange(user: SessionUser) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: Wanted | 'on') => {
      if (wanted === 'clear') return api('DELETE /users/me/history')
      const keep = wanted === 'on'
      const answer = await api('PUT /users/me/history', { body: { keep } })
      updateUser({ preferences: { ...user.preferences, keepsHistory: keep } })
      return answer
    },
    onSuccess: ({ message }) => {
      toast.success(message, { id: 'history' })
      return queryClient.resetQueries({ queryKey: historyQuery(user.userId).queryKey })
    },
    onError: (error) => toast.error(error),
  })
}

function HistoryList({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [query] = useSearchParams()
  const options = historyQuery(userId)
  const list = useMemeList(useInfiniteQuery(options))
  const remove = (memeId: string) =>
    removeFromHistory(queryClient, userId, memeId).then(
      (message) => toast.success(message, { id: 'history' }),
      (error: unknown) => toast.error(error),
    )
  return (
    <MemeListView
      list={list}
      listKey={listKeyOf(options.queryKey)}
      label={t('history.title')}
      view={viewedMeme(query)}
      addressOf={(view) => paths.history({ view })}
      sourceType="other"
      moreActions={(meme, { tabIndex, isOverPicture }) => (
        <IconButton
          variant={isOverPicture ? 'shade' : 'plain'}
          label={t('history.remove', { name: meme.name })}
          icon={<X size={20} />}
          tabIndex={tabIndex}
          onClick={() => void remove(meme._id)}
        />
      )}
      empty={
        <EmptyState
          title={t('history.empty')}
          hint={t('history.emptyHint')}
          action={<BrowseLink>{t('history.browse')}</BrowseLink>}
        />
      }
    />
  )
}
