import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { SourceType } from '#contract/memes/actions.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { MemeInList } from '../../entities/memes.ts'
import { useNavigate } from '../../lib/router.tsx'
import { useLoadEarly } from '../../lib/use-load-early.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { TileActions } from '../actions/tile-actions.tsx'
import type { MemeList } from '../memes/data/meme-page.ts'
import { paintedOver } from '../memes/detail/painted-meme.ts'
import { type GridHandle, MemeGrid } from '../memes/grid/meme-grid.tsx'
import { hasSavedLists } from '../memes/scroll/return-navigation.ts'
import type { TileActionContext } from '../memes/tile/tile.tsx'
import { DetailModal, loadDetail } from './detail-modal.tsx'

interface MemeListViewProps {
  list: MemeList
  listKey: string
  label: string
  /** Id of the meme in the modal; empty for none. */
  view: string
  /** Returns the URL of this list with that meme in the modal; an empty id closes the modal. */
  addressOf: (view: string) => string
  sourceType: SourceType
  empty: ReactNode
  /** Returns the heading of a meme's group. */
  bandOf?: ((meme: MemeInList) => string) | undefined
  /** Additional tile buttons after the quick actions. */
  moreActions?: ((meme: Meme, context: TileActionContext) => ReactNode) | undefined
}

/** A list of memes, with a modal for the meme in the URL. */
export function MemeListView(props: MemeListViewProps) {
  const { list, listKey, label, view, addressOf, sourceType, empty, bandOf, moreActions } = props
  const navigate = useNavigate()
  const grid = useRef<GridHandle>(null)
  useLoadEarly(loadDetail)
  const isDrawn = useDrawn(view)
  // Once opened, the modal stays mounted, so that the closing animation is visible.
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
      {isDrawn && (
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
          isFeed={sourceType === 'feed'}
          handle={grid}
        />
      )}
      {wasOpen && (
        <Suspense>
          <DetailModal
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

/** On phones, the modal covers the whole list. */
const isCoveredWhole = () => matchMedia('(width < 640px)').matches

/**
 * Returns true if the list is to be rendered. Behind a meme opened by a link, rendering waits until the page is idle; on phones,
 * where the modal covers the list, it waits until the modal closes.
 */
function useDrawn(view: string): boolean {
  const [isDrawn, setDrawn] = useState(() => view === '' || !paintedOver() || hasSavedLists())
  if (view === '' && !isDrawn) setDrawn(true)
  useEffect(() => (isDrawn || isCoveredWhole() ? undefined : whenIdle(() => setDrawn(true))), [isDrawn])
  return isDrawn
}
