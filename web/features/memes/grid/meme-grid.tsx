import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import type { MemeInList } from '../../../entities/memes.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { EndOfList, ErrorState } from '../../../ui/states.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { MemeList } from '../data/meme-page.ts'
import { useScrollAnchor } from '../scroll/use-scroll-anchor.ts'
import { watchSeen } from '../seen/seen-memes.ts'
import { SkeletonTile, skeletonSizes } from '../tile/skeleton-tile.tsx'
import { Tile, type TileActions } from '../tile/tile.tsx'
import { bandStarts, type Layout, layoutTiles } from './layout.ts'
import styles from './meme-grid.module.css'
import { type Direction, neighbor } from './neighbor.ts'
import { useGridShape } from './use-grid-shape.ts'
import { useLoadMore } from './use-load-more.ts'
import { useVisibleTiles } from './use-visible-tiles.ts'

export interface GridHandle {
  /**
   * Moves the keyboard position to a meme's tile and returns the tile's link. Null if the tile is not rendered yet or not in the
   * list.
   */
  reveal: (memeId: string) => HTMLElement | null
}

interface MemeGridProps {
  list: MemeList
  /** Key of the list for scroll anchors. */
  listKey: string
  /** Accessible name of the list. */
  label: string
  /** Shown instead of the grid if the list is empty. */
  empty: ReactNode
  actions: TileActions
  hrefOf: (meme: Meme) => string
  onOpen: (meme: Meme) => void
  /** Returns the heading of a meme, '' for none. Memes with the same heading must be adjacent. */
  bandOf?: ((meme: MemeInList) => string) | undefined
  /** True if a modal is open over the page. */
  paused: boolean
  /** The feed always uses columns. Its memes that were in view are recorded as seen, and later feeds leave them out. */
  isFeed?: boolean
  handle?: Ref<GridHandle>
}

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
}

/** An infinite grid of memes. Only tiles near the viewport are rendered, at precomputed positions. */
export function MemeGrid(props: MemeGridProps) {
  // A page of memes takes a slow phone longer than a frame, so scrolling and input interrupt its rendering.
  return <Grid {...useDeferredValue(props)} />
}

const Grid = memo(function Grid({
  list,
  listKey,
  label,
  empty,
  actions,
  hrefOf,
  onOpen,
  bandOf,
  paused,
  isFeed = false,
  handle,
}: MemeGridProps) {
  const { t } = useTranslation()
  const { memes } = list
  const grid = useRef<HTMLDivElement>(null)
  const isWaiting = list.isLoading || list.isLoadingMore
  const shape = useGridShape(grid, !list.error && (isWaiting || memes.length > 0))
  const layout = useMemo(
    () =>
      shape &&
      layoutTiles([...memes.map(({ image }) => image), ...skeletonSizes(isWaiting, memes.length)], shape, {
        bands: bandStarts(memes, bandOf),
        isWhole: !isFeed && !list.hasNext && !isWaiting,
      }),
    [memes, shape, isWaiting, list.hasNext, bandOf, isFeed],
  )
  const near = useVisibleTiles(layout, grid)
  const { current, setCurrent, focusTile, gridEvents } = useTileFocus(grid, layout, memes.length)
  useScrollAnchor({ listKey, memes, layout, grid, paused })
  useLoadMore(list.hasNext && !isWaiting && !list.moreError && !paused, memes.length, list.loadMore)
  useGrowingMark(list.isLoadingMore, memes.length)
  useImperativeHandle(handle, () => ({
    reveal(memeId) {
      const index = memes.findIndex(({ _id }) => _id === memeId)
      if (index === -1) return null
      setCurrent(index)
      const link = linkOf(grid.current, index)
      if (!link) focusTile(index)
      return link
    },
  }))

  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />
  if (!isWaiting && memes.length === 0) return empty
  const drawn = withCurrent(near, current, memes.length)
  const tileProps = (meme: Meme, index: number) => ({
    meme,
    index,
    href: hrefOf(meme),
    isCurrent: index === current,
    isFirst: index < (shape?.columns ?? 0) * 2,
    actions,
    onOpen,
    onFocus: setCurrent,
    watch: isFeed && !paused ? watchSeen : undefined,
  })
  return (
    <>
      <div className={styles.frame}>
        {layout?.headings.map(({ before, top }) => (
          <h2 key={before} className={styles.band} style={{ top }}>
            {memes[before] && bandOf?.(memes[before])}
          </h2>
        ))}
        <div
          ref={grid}
          role="feed"
          aria-label={label}
          aria-busy={isWaiting}
          className={styles.grid}
          style={{ height: layout?.height ?? 0 }}
          {...gridEvents}
        >
          {layout &&
            drawn.map((index) => {
              const box = tileBox(layout, index)
              const meme = memes[index]
              if (!meme) return <SkeletonTile key={`skeleton ${index}`} {...box} />
              return <Tile key={meme._id} {...box} {...tileProps(meme, index)} />
            })}
        </div>
      </div>
      <VisuallyHidden live>{isWaiting ? t('feed.loading') : ''}</VisuallyHidden>
      {list.moreError ? <ErrorState error={list.moreError} onRetry={list.retry} /> : null}
      {!list.hasNext && !isWaiting && memes.length > 0 && (
        <EndOfList>{t(isFeed ? 'feed.end' : 'feed.listEnd')}</EndOfList>
      )}
    </>
  )
})

function tileBox({ shape, tops, heights, lefts, widths }: Layout, index: number) {
  return {
    left: lefts[index] ?? 0,
    top: tops[index] ?? 0,
    width: widths[index] ?? 0,
    height: heights[index] ?? 0,
    captionHeight: shape.captionHeight,
  }
}

/** Adds the tile with the keyboard position, so that the focus is not lost when it scrolls out of view. */
function withCurrent(near: readonly number[], current: number, count: number): readonly number[] {
  if (near.includes(current) || current >= count) return near
  return [...near, current].sort((one, other) => one - other)
}

/** Marks the page while the list grows, so that the footer stays hidden until the new tiles are painted. */
function useGrowingMark(isLoadingMore: boolean, length: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that has grown has to be painted first
  useLayoutEffect(() => {
    const mark = (isGrowing: boolean) => document.documentElement.toggleAttribute('data-growing', isGrowing)
    mark(true)
    let frame = 0
    if (!isLoadingMore) {
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => mark(false))
      })
    }
    return () => {
      cancelAnimationFrame(frame)
      mark(false)
    }
  }, [isLoadingMore, length])
}

const linkOf = (grid: HTMLElement | null, index: number) =>
  grid?.querySelector<HTMLElement>(`[data-tile="${index}"]`) ?? null

function useTileFocus(grid: { current: HTMLElement | null }, layout: Layout | null, count: number) {
  const [current, setCurrent] = useState(0)
  const focusTile = useCallback(
    (index: number) => {
      setCurrent(index)
      // The tile may need to render first.
      requestAnimationFrame(() => {
        const tile = linkOf(grid.current, index)
        tile?.focus({ preventScroll: true })
        tile?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      })
    },
    [grid],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = KEYS[event.key]
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    if (!layout || !direction || !isPlain) return
    event.preventDefault()
    const next = neighbor(layout, current, direction)
    if (next < count && next !== current) focusTile(next)
  }
  const hasFocus = useRef(false)
  const gridEvents = {
    onKeyDown,
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: () => {
      hasFocus.current = false
    },
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a removed tile loses the focus without a blur event
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body && count > 0)
      focusTile(Math.min(current, count - 1))
  }, [count])
  return { current, setCurrent, focusTile, gridEvents }
}
