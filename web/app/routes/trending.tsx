import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { readTimeFrame, type TimeFrame } from '#contract/memes/time-frames.ts'
import { useMemes } from '../../entities/memes.ts'
import { DetailModal } from '../../features/meme-lists/detail-modal.tsx'
import { viewedMeme } from '../../features/meme-lists/viewed-meme.ts'
import { useMemeList } from '../../features/memes/data/meme-page.ts'
import { FRAME_KEYS } from '../../features/trending/time-frames.ts'
import { TrendingFrames } from '../../features/trending/trending-frames.tsx'
import { TrendingList } from '../../features/trending/trending-list.tsx'
import { TrendingMemeCard, TrendingMemeRow } from '../../features/trending/trending-meme.tsx'
import { fillTrendingMemes, trendingMemesQuery } from '../../features/trending/trending-query.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useLocation, useNavigate, useSearchParams } from '../../lib/router.tsx'

const linkId = (frame: TimeFrame, memeId: string) => `trend-${frame}-${memeId}`

export function TrendingRoute() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const frame = readTimeFrame(query.get('time'))
  const view = viewedMeme(query)
  return (
    <>
      <TrendingFrames
        title={t('trending.memes.title')}
        lead={t('trending.memes.lead')}
        frame={frame}
        onFrame={(time) => void navigate(paths.trending({ time }), { replace: true })}
        list={(each, isEnabled) => <MemeColumn frame={each} isEnabled={isEnabled} />}
      />
      <Detail frame={frame} view={view} />
    </>
  )
}

function MemeColumn({ frame, isEnabled }: { frame: TimeFrame; isEnabled: boolean }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  useState(() => fillTrendingMemes(queryClient, frame))
  const query = useInfiniteQuery({ ...trendingMemesQuery(frame), enabled: isEnabled })
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.memes) ?? [], [query.data])
  const shown = new Set(useMemes(entries).map(({ _id }) => _id))
  const linkTo = (memeId: string) => ({
    id: linkId(frame, memeId),
    to: paths.trending({ time: frame, view: memeId }),
    state: { sourceType: 'trending' },
  })
  return (
    <TrendingList
      label={t('trending.memes.list', { frame: t(FRAME_KEYS[frame]) })}
      query={query}
      idOf={(entry) => entry.meme._id}
      card={(entry) => <TrendingMemeCard entry={entry} {...linkTo(entry.meme._id)} />}
      row={(entry) => <TrendingMemeRow entry={entry} {...linkTo(entry.meme._id)} />}
      isGone={(entry) => !shown.has(entry.meme._id)}
      empty={{ title: t('trending.memes.empty'), hint: t('trending.memes.emptyHint') }}
    />
  )
}

/** The meme modal, which steps through the list of the time frame that it was opened from. */
function Detail({ frame, view }: { frame: TimeFrame; view: string }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const list = useMemeList(useInfiniteQuery({ ...trendingMemesQuery(frame), enabled: view !== '' }))
  // Once opened, the modal stays mounted, so that the closing animation is visible.
  const [wasOpen, setWasOpen] = useState(view !== '')
  if (view && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <DetailModal
        memeId={view}
        list={list}
        onClose={() => void navigate(paths.trending({ time: frame }))}
        onShow={(id, how) =>
          void navigate(paths.trending({ time: frame, view: id }), {
            replace: how === 'step',
            state: how === 'similar' ? { sourceType: 'detail' } : state,
          })
        }
        returnFocus={(id) => document.getElementById(linkId(frame, id))}
      />
    </Suspense>
  )
}
