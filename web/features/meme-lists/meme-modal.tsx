import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { useMeme } from '../../entities/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { MemeList } from '../memes/data/meme-page.ts'
import { memeQuery } from '../memes/data/meme-query.ts'
import { MemeMissing } from '../memes/detail/meme-missing.tsx'
import { paintedOver } from '../memes/detail/painted-meme.ts'
import { SimilarMemes } from '../search/similar-memes.tsx'
import styles from './meme-modal.module.css'
import { isMissing, isRemoved, ShownMeme } from './shown-meme.tsx'
import { stepFrom } from './step-from.ts'

/** The way to the meme: stepping through the list, or similar memes. */
export type OpenMode = 'step' | 'similar'

interface MemeModalProps {
  /** Empty while the modal is closed. */
  memeId: string
  /** The list that the modal was opened from, for the arrow keys. */
  list: MemeList
  onClose: () => void
  onShow: (id: string, how: OpenMode) => void
  /** Returns the element that takes the focus after the modal closes. */
  returnFocus: (lastId: string) => HTMLElement | null
}

export function MemeModal({ memeId, list, onClose, onShow, returnFocus }: MemeModalProps) {
  // Still shows the last meme during the closing animation.
  const [shownId, setShownId] = useState(memeId)
  if (memeId && memeId !== shownId) setShownId(memeId)
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  const known = list.memes.find(({ _id }) => _id === shownId)
  const { data: meme, error, refetch, isRefetching } = useQuery(memeQuery(shownId, known))
  const latest = useMeme(meme ?? known)
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
    : (latest?.name ?? t('memes.detail'))
  return (
    <Dialog
      open={memeId !== ''}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      hideTitle
      size="full"
      className={styles.dialog ?? ''}
      // Focus the content: the arrow keys work at once, and no button shows a focus ring.
      initialFocus={content}
      finalFocus={() => returnFocus(shownId)}
      onKeyDown={keys}
    >
      {memeId && <PageTitle>{title}</PageTitle>}
      <div ref={content} className={styles.content} tabIndex={-1}>
        <AfterPainted>
          <PaintedMemeEnds />
          {error && !isMissing(error) && !known ? (
            <ErrorState error={error} onRetry={() => void refetch()} retrying={isRefetching} />
          ) : error && isMissing(error) ? (
            <MemeMissing removed={isRemoved(error)} onBack={onClose} />
          ) : (
            <ShownMeme
              memeId={shownId}
              known={known}
              similar={<SimilarMemes key={shownId} memeId={shownId} onChoose={(id) => onShow(id, 'similar')} />}
              onPrevious={stepFrom(list.memes, shownId, -1) && (() => step(-1))}
              onNext={stepFrom(list.memes, shownId, 1) && (() => step(1))}
              onClose={onClose}
            />
          )}
        </AfterPainted>
      </div>
    </Dialog>
  )
}

/** Renders the modal's content as a transition while the document's painted meme covers it, so that the page stays responsive. */
function AfterPainted({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(() => !paintedOver())
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return isDrawn && children
}

const STEPS_AHEAD = 5
const OPENING_MS = 300

/** Removes the document's painted meme once the modal has opened below it. */
function PaintedMemeEnds() {
  useEffect(() => {
    const painted = paintedOver()
    if (!painted) return
    painted.style.pointerEvents = 'none'
    const timer = setTimeout(() => painted.remove(), OPENING_MS)
    return () => {
      clearTimeout(timer)
      painted.remove()
    }
  }, [])
  return null
}
