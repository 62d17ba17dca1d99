import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { SourceType } from '#contract/actions.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { MemeActions } from '../actions/meme-actions.tsx'
import { MemeCounts } from '../actions/meme-counts.tsx'
import { useRecordedView } from '../actions/use-recorded-view.ts'
import { FollowCreator, useFollowedCreator } from '../follows/follow-creator.tsx'
import type { MemeList } from '../memes/data/meme-page.ts'
import { memeQuery } from '../memes/data/meme-query.ts'
import { MemeDetail } from '../memes/detail/meme-detail.tsx'
import { MemeMissing } from '../memes/detail/meme-missing.tsx'
import { OwnerActions } from '../memes/owner/owner-actions.tsx'
import { FeedReason } from '../memes/tile/feed-reason.tsx'
import { ReportMeme } from '../moderation/report-meme.tsx'
import { SimilarMemes } from '../search/similar-memes.tsx'
import styles from './meme-modal.module.css'
import { stepFrom } from './step-from.ts'

/** How the meme was reached: by stepping through the list, or from similar memes. */
export type ShowHow = 'step' | 'similar'

interface MemeModalProps {
  /** Empty while the modal is shut. */
  memeId: string
  /** The list it was opened from, for the arrow keys. */
  list: MemeList
  onClose: () => void
  onShow: (id: string, how: ShowHow) => void
  /** What takes the focus when the modal has shut. */
  returnFocus: (lastId: string) => HTMLElement | null
}

export function MemeModal({ memeId, list, onClose, onShow, returnFocus }: MemeModalProps) {
  // Closing keeps drawing the meme that was shown.
  const [shownId, setShownId] = useState(memeId)
  if (memeId && memeId !== shownId) setShownId(memeId)
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  const known = list.memes.find(({ _id }) => _id === shownId)
  const { data: meme, error, refetch, isRefetching } = useQuery(memeQuery(shownId, known))
  const step = (by: 1 | -1) => {
    const next = stepFrom(list.memes, shownId, by)
    if (next) onShow(next._id, 'step')
    // Loads more of the list before the user reaches its end.
    if (by === 1 && !stepFrom(list.memes, shownId, STEPS_AHEAD)) list.loadMore()
  }
  const keys = (event: KeyboardEvent) => {
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    if (!isPlain || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    step(event.key === 'ArrowLeft' ? -1 : 1)
  }
  const title = isMissing(error)
    ? t(isRemoved(error) ? 'memes.removed.title' : 'memes.missing.title')
    : ((meme ?? known)?.name ?? t('memes.detail'))
  return (
    <Dialog
      open={memeId !== ''}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      hideTitle
      size="full"
      className={styles.dialog ?? ''}
      // The arrow keys work from the start, and no button is lit before somebody reaches for it.
      initialFocus={content}
      finalFocus={() => returnFocus(shownId)}
      onKeyDown={keys}
    >
      {memeId && <PageTitle>{title}</PageTitle>}
      <div ref={content} className={styles.content} tabIndex={-1}>
        {error && !isMissing(error) && !known ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isRefetching} />
        ) : error && isMissing(error) ? (
          <MemeMissing removed={isRemoved(error)} onBack={onClose} />
        ) : (
          <Shown
            memeId={shownId}
            list={list}
            onPrevious={stepFrom(list.memes, shownId, -1) && (() => step(-1))}
            onNext={stepFrom(list.memes, shownId, 1) && (() => step(1))}
            onShow={onShow}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

const STEPS_AHEAD = 5

/** Deleted, removed, or an invalid URL. */
const isRemoved = (error: unknown) => error instanceof ApiError && error.code === 'meme.removed'
const isMissing = (error: unknown) => error instanceof ApiError && [400, 404, 410].includes(error.status)

interface ShownProps {
  memeId: string
  list: MemeList
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onShow: (id: string, how: ShowHow) => void
  onClose: () => void
}

function Shown({ memeId, list, onPrevious, onNext, onShow, onClose }: ShownProps) {
  const known = list.memes.find(({ _id }) => _id === memeId)
  const { data, isSuccess, isPlaceholderData } = useQuery(memeQuery(memeId, known))
  // If the call fails, keeps the list's data.
  const shown = data ?? known
  const meme = useFollowedCreator(shown)
  useRecordedView(isSuccess && !isPlaceholderData ? memeId : null, useCameFrom())
  return (
    <MemeDetail
      meme={meme}
      actions={
        meme && (
          <>
            <MemeActions key={memeId} meme={meme} />
            {meme.viewer?.isOwner && <OwnerActions key={`own ${memeId}`} meme={meme} onDelete={onClose} />}
          </>
        )
      }
      counts={meme && <MemeCounts meme={meme} />}
      why={<FeedReason meme={known} />}
      creatorAction={shown && <FollowCreator key={memeId} meme={shown} />}
      foot={meme && !meme.viewer?.isOwner && <ReportMeme key={`report ${memeId}`} meme={meme} />}
      similar={<SimilarMemes key={memeId} memeId={memeId} onChoose={(id) => onShow(id, 'similar')} />}
      onPrevious={onPrevious}
      onNext={onNext}
      onClose={onClose}
    />
  )
}

const SOURCES: readonly SourceType[] = ['feed', 'search', 'detail', 'trending', 'user_profile']

/** A meme opened directly by URL has no list. */
function useCameFrom(): SourceType {
  const state: unknown = useLocation().state
  const named = typeof state === 'object' && state !== null && 'sourceType' in state ? state.sourceType : null
  return SOURCES.find((source) => source === named) ?? 'other'
}
