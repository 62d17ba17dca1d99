import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import type { SourceType } from '#contract/actions.ts'
import type { Meme } from '#contract/memes.ts'
import { TileActions } from '../../features/actions/tile-actions.tsx'
import { type GridHandle, MemeGrid } from '../../features/feed/meme-grid.tsx'
import type { TileActionPlace } from '../../features/feed/tile.tsx'
import type { MemeList } from '../../features/memes/meme-page.ts'
import { type HomeAddress, writeHomeAddress } from './home-address.ts'

// The modal with its dialog is fetched when a reader reaches for a picture.
const loadDetail = () => import('./home-detail.tsx')
const HomeDetail = lazy(() => loadDetail().then((module) => ({ default: module.HomeDetail })))

interface HomeListProps {
  list: MemeList
  listKey: string
  queryKey: QueryKey
  label: string
  address: HomeAddress
  sourceType: SourceType
  empty: ReactNode
}

/** A list of the home page with the modal that shows one of its memes, or any other that the address names. */
export function HomeList({ list, listKey, queryKey, label, address, sourceType, empty }: HomeListProps) {
  const navigate = useNavigate()
  const grid = useRef<GridHandle>(null)
  const addressOf = (view: string) => writeHomeAddress({ ...address, view })
  useAskedAgain(address.view, queryKey)
  useDetailAtHand()
  // Once open it stays in the page, so that closing can be seen.
  const [wasOpen, setWasOpen] = useState(address.view !== '')
  if (address.view && !wasOpen) setWasOpen(true)

  const base = writeHomeAddress({ ...address, view: '' })
  const open = useCallback(
    (meme: Meme) =>
      void navigate(`${base}${base.includes('?') ? '&' : '?'}view=${meme._id}`, { state: { sourceType } }),
    [navigate, base, sourceType],
  )
  const actions = useCallback(
    (meme: Meme, { tabIndex, isOverPicture }: TileActionPlace) => (
      <TileActions
        meme={meme}
        sourceType={sourceType}
        tabIndex={tabIndex}
        variant={isOverPicture ? 'shade' : 'plain'}
      />
    ),
    [sourceType],
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
        paused={address.view !== ''}
        handle={grid}
      />
      {wasOpen && (
        <Suspense>
          <HomeDetail
            memeId={address.view}
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

function useDetailAtHand(): void {
  useEffect(() => {
    const fetchIt = () => void loadDetail().catch(() => undefined)
    const events = ['pointerover', 'touchstart', 'focusin'] as const
    for (const event of events) document.addEventListener(event, fetchIt, { once: true, passive: true })
    return () => {
      for (const event of events) document.removeEventListener(event, fetchIt)
    }
  }, [])
}

/** Going where one is already (the logo, the same search once more) asks for the list anew. */
function useAskedAgain(view: string, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  const { key } = useLocation()
  const came = useNavigationType()
  const before = useRef({ key, view })
  useEffect(() => {
    const { key: lastKey, view: lastView } = before.current
    before.current = { key, view }
    if (key === lastKey || came !== 'PUSH' || view || lastView) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    void queryClient.resetQueries({ queryKey, exact: true })
  }, [key, view, came, queryKey, queryClient])
}
