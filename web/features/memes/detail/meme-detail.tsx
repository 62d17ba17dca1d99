import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { formatDay } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { TaggedText } from '../text/tagged-text.tsx'
import { ReviewMark } from '../tile/review-mark.tsx'
import { CreatorCard } from './creator-card.tsx'
import styles from './meme-detail.module.css'
import { MemeFigure } from './meme-figure.tsx'
import { useSwipe } from './use-swipe.ts'

interface MemeDetailProps {
  /** Undefined while loading. */
  meme: Meme | undefined
  /** Overlay on the picture that marks the words a search found. */
  marks?: ReactNode
  actions: ReactNode
  counts: ReactNode
  /** Follow button next to the creator. */
  creatorAction?: ReactNode
  /** Report button at the end, next to the date. */
  foot?: ReactNode
  /** The reason why the feed showed the meme. */
  why?: ReactNode
  similar: ReactNode
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Also called when the user pulls the picture down. */
  onClose: () => void
}

/** The detail view of a meme, with similar memes. Fills its container, which scrolls on small screens. */
export function MemeDetail({
  meme,
  marks,
  actions,
  counts,
  creatorAction,
  foot,
  why,
  similar,
  onPrevious,
  onNext,
  onClose,
}: MemeDetailProps) {
  const { t } = useTranslation()
  const swipe = useSwipe({ onPrevious, onNext, onDown: onClose })
  return (
    <div className={styles.detail}>
      <div className={styles.stage} style={stageStyle(meme)} {...swipe}>
        {meme && <MemeFigure key={meme._id} meme={meme} marks={marks} />}
        {onPrevious && (
          <IconButton
            variant="shade"
            label={t('memes.previous')}
            tooltip={false}
            icon={<ChevronLeft size={26} />}
            className={styles.previous}
            onClick={onPrevious}
          />
        )}
        {onNext && (
          <IconButton
            variant="shade"
            label={t('memes.next')}
            tooltip={false}
            icon={<ChevronRight size={26} />}
            className={styles.next}
            onClick={onNext}
          />
        )}
      </div>
      <div className={styles.panel}>
        <div className={styles.about}>
          {meme ? (
            <About meme={meme} counts={counts} actions={actions} creatorAction={creatorAction} why={why} foot={foot} />
          ) : (
            <Waiting />
          )}
        </div>
        {similar}
      </div>
    </div>
  )
}

/** On small screens, the stage is as tall as its picture. */
function stageStyle(meme: Meme | undefined): CSSProperties {
  return { '--picture-ratio': meme ? meme.image.height / meme.image.width : 1 } as CSSProperties
}

function About({
  meme,
  counts,
  actions,
  creatorAction,
  why,
  foot,
}: Pick<MemeDetailProps, 'counts' | 'actions' | 'creatorAction' | 'why' | 'foot'> & { meme: Meme }) {
  const { t, language } = useTranslation()
  return (
    <>
      {/* The modal's title announces the name to screen readers. */}
      <p className={styles.name} aria-hidden="true">
        {meme.name}
      </p>
      {meme.status === 'review' && (
        <div>
          <ReviewMark isInline />
          <p className={styles.review}>{t('memes.inReviewHint')}</p>
        </div>
      )}
      <div className={styles.actions}>{actions}</div>
      {counts}
      {meme.description && (
        <p className={styles.description}>
          <TaggedText text={meme.description} />
        </p>
      )}
      <CreatorCard creator={meme.creator} action={creatorAction} />
      {why}
      <div className={styles.foot}>
        <time dateTime={meme.createdAt}>{formatDay(meme.createdAt, language)}</time>
        {foot}
      </div>
    </>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <>
      <VisuallyHidden live>{t('common.loading')}</VisuallyHidden>
      <Skeleton height="2rem" width="70%" />
      <Skeleton height="1.25rem" width="55%" />
      <Skeleton height="2.75rem" />
      <Skeleton height="2.75rem" width="80%" />
      <Skeleton height="3.5rem" />
    </>
  )
}
