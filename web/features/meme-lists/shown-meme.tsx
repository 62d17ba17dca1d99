import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SourceType } from '#contract/memes/actions.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { useMeme } from '../../entities/memes.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useLocation } from '../../lib/router.tsx'
import { MemeActions } from '../actions/meme-actions.tsx'
import { MemeCounts } from '../actions/meme-counts.tsx'
import { NotInterestedMenu } from '../actions/not-interested-menu.tsx'
import { useRecordedView } from '../actions/use-recorded-view.ts'
import { AlbumChooser } from '../albums/album-chooser.tsx'
import { FollowCreator } from '../follows/follow-creator.tsx'
import { memeQuery } from '../memes/data/meme-query.ts'
import { MemeDetail } from '../memes/detail/meme-detail.tsx'
import { OwnerActions } from '../memes/owner/owner-actions.tsx'
import { TagsToAdd } from '../memes/owner/tags-to-add.tsx'
import { WordMarks } from '../memes/picture/word-marks.tsx'
import { FeedReason } from '../memes/tile/feed-reason.tsx'
import { CorrectWords } from '../moderation/correct-words.tsx'
import { MarkSensitive } from '../moderation/mark-sensitive.tsx'
import { ReportMeme } from '../moderation/report-meme.tsx'
import { WrongWords } from '../moderation/wrong-words.tsx'
import { Remixes } from '../templates/remixes.tsx'
import { TemplateLink } from '../templates/template-link.tsx'
import { TemplateRow } from '../templates/template-row.tsx'

/** 410: the operator took the meme down. */
export const isRemoved = (error: unknown) => error instanceof ApiError && error.code === 'meme.removed'
/** Returns true if the meme is removed, deleted, or its id is invalid. */
export const isMissing = (error: unknown) => error instanceof ApiError && [400, 404, 410].includes(error.status)

interface ShownMemeProps {
  memeId: string
  /** The meme's data from a list. */
  known?: Meme | undefined
  /** Content next to the details. */
  similar: ReactNode
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  onClose: () => void
}

/** A large meme with all actions that the viewer may take. Records the view. */
export function ShownMeme({ memeId, known, similar, onPrevious, onNext, onClose }: ShownMemeProps) {
  const { data, isSuccess, isPlaceholderData } = useQuery(memeQuery(memeId, known))
  // If the request fails, the list's data stays.
  const meme = useMeme(data ?? known)
  useRecordedView(isSuccess && !isPlaceholderData ? memeId : null, useCameFrom())
  return (
    <MemeDetail
      meme={meme}
      marks={known && <WordMarks meme={known} />}
      actions={
        meme && (
          <>
            <MemeActions
              key={memeId}
              meme={meme}
              chooser={(onClose) => <AlbumChooser meme={meme} onClose={onClose} />}
            />
            <TemplateLink meme={meme} />
            {meme.viewer?.isOwner && (
              <>
                <OwnerActions key={`own ${memeId}`} meme={meme} onDelete={onClose} />
                <TagsToAdd key={`tags ${memeId}`} meme={meme} />
              </>
            )}
          </>
        )
      }
      counts={meme && <MemeCounts meme={meme} />}
      why={
        <>
          {meme && <TemplateRow meme={meme} />}
          <Remixes memeId={memeId} />
          <FeedReason meme={known} />
        </>
      }
      creatorAction={meme && <FollowCreator key={memeId} meme={meme} />}
      foot={
        meme &&
        !meme.viewer?.isOwner && (
          <>
            <MarkSensitive meme={meme} />
            <CorrectWords key={`words ${memeId}`} meme={meme} />
            <WrongWords key={`wrong ${memeId}`} meme={meme} />
            <ReportMeme key={`report ${memeId}`} meme={meme} />
            <NotInterestedMenu meme={meme} />
          </>
        )
      }
      similar={similar}
      onPrevious={onPrevious}
      onNext={onNext}
      onClose={onClose}
    />
  )
}

const SOURCES: readonly SourceType[] = ['feed', 'search', 'detail', 'trending', 'user_profile']

/** Returns how the viewer arrived. A meme opened directly by URL has no source list. */
function useCameFrom(): SourceType {
  const state: unknown = useLocation().state
  const named = typeof state === 'object' && state !== null && 'sourceType' in state ? state.sourceType : null
  return SOURCES.find((source) => source === named) ?? 'other'
}
