import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SourceType } from '#contract/actions.ts'
import type { Meme } from '#contract/memes.ts'
import { TileActions } from '../actions/tile-actions.tsx'
import type { MemeList } from '../memes/data/meme-page.ts'
import { type GridHandle, MemeGrid } from '../memes/grid/meme-grid.tsx'
import type { TileActionContext } from '../memes/tile/tile.tsx'
import { loadDetail } from './load-detail.ts'

const HomeDetail = lazy(loadDetail)

interface MemeListViewProps {
  list: MemeList
  listKey: string
  label: string
  /** The meme in the modal; empty for none. */
  view: string
  /** The URL of this list with that meme in the modal; without a modal for an empty id. */
  addressOf: (view: string) => string
  sourceType: SourceType
  empty: ReactNode
  /** The heading of a meme's group. */
  bandOf?: ((meme: Meme) => string) | undefined
  /** More buttons on a tile, behind its quick actions. */
  moreActions?: ((meme: Meme, context: TileActionContext) => ReactNode) | undefined
}

/** A list of memes with a modal for the meme in the URL. */
export function MemeListView(props: MemeListViewProps) {
  const { list, listKey, label, view, addressOf, sourceType, empty, bandOf, moreActions } = props
  const navigate = useNavigate()
  const grid = useRef<GridHandle>(null)
  usePreloadedDetail()
  // Once opened it stays mounted, so that the closing animation is visible.
  const [wasOpen, setWasOpen] = useState(view !== '')
  if (view && !wasOpen) setWasOpen(true)

  const latest = useRef(addressOf)
  useEffect(() => {
    latest.current = addressOf
  })
  const open = useCallback(
    (meme: Meme) => void navigate(latest.current(meme._id), { state: { sourceType } }),
    [navigate, sourceType],
  )
  const actions = useCallback(
    (meme: Meme, context: TileActionContext) => (
      <>
        <TileActions
          meme={meme}
          sourceType={sourceType}
          tabIndex={context.tabIndex}
          variant={context.isOverPicture ? 'shade' : 'plain'}
          canLike={context.isOverPicture || !moreActions}
        />
        {moreActions?.(meme, context)}
      </>
    ),
    [sourceType, moreActions],
  )
  return (
    <>
      <MemeGrid
        list={list}
        listKey={listKey}
        label={label}
        empty={empty}
        actions={actions}
        hrefOf={(meme) => addressOf(meme._id)}
        onOpen={open}
        bandOf={bandOf}
        paused={view !== ''}
        recordsSeen={sourceType === 'feed'}
        handle={grid}
      />
      {wasOpen && (
        <Suspense>
          <HomeDetail
            memeId={view}
            list={list}
            onClose={() => void navigate(addressOf(''))}
            onShow={(id, how) =>
              void navigate(addressOf(id), {
                replace: how === 'step',
                state: { sourceType: how === 'similar' ? 'detail' : sourceType },
              })
            }
            returnFocus={(id) => grid.current?.reveal(id) ?? null}
          />
        </Suspense>
      )}
    </>
  )
}

function usePreloadedDetail(): void {
  useEffect(() => {
    const fetchIt = () => void loadDetail().catch(() => undefined)
    const events = ['pointerover', 'touchstart', 'focusin'] as const
    for (const event of events) document.addEventListener(event, fetchIt, { once: true, passive: true })
    return () => {
      for (const event of events) document.removeEventListener(event, fetchIt)
    }
  }, [])
}
