import { Pause, Play } from 'lucide-react'
import { type FocusEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { prefersLessMotion } from '../../../lib/motion.ts'
import { visuallyHidden } from '../../../ui/visually-hidden.tsx'
import { isStacked, LOW_PICTURE_BELOW_PX, NARROW_TILE_BELOW_PX } from '../grid/layout.ts'
import { revealMeme, useIsCovered } from '../picture/covered.ts'
import { CoveredPicture } from '../picture/covered-picture.tsx'
import { ReviewMark } from './review-mark.tsx'
import styles from './tile.module.css'
import { TilePicture } from './tile-picture.tsx'
import { TileReason, TileReasonShort } from './tile-reason.tsx'

export interface TileActionContext {
  /** The tab index of the tile's link. Only one tile at a time is in the tab order. */
  tabIndex: number
  /** If false, the actions are in the caption below the picture. */
  isOverPicture: boolean
}
/** Renders the quick actions of a tile. */
export type TileActions = (meme: Meme, context: TileActionContext) => ReactNode

export interface TileBox {
  left: number
  top: number
  width: number
  height: number
  captionHeight: number
}

interface TileProps extends TileBox {
  meme: Meme
  index: number
  href: string
  /** True if this is the one tile in the tab order; arrow keys move from there. */
  isCurrent: boolean
  /** Visible on page load, so loaded first. */
  isFirst: boolean
  actions: TileActions
  onOpen: (meme: Meme) => void
  onFocus: (index: number) => void
  /** Starts watching whether the tile is in view; returns a function that stops. Optional. */
  watch?: ((tile: Element, memeId: string) => () => void) | undefined
}

export const Tile = memo(function Tile(props: TileProps) {
  const { meme, index, left, top, width, height, captionHeight, href, isCurrent, onOpen, onFocus, watch } = props
  const { t } = useTranslation()
  const isCovered = useIsCovered(meme)
  const tile = useRef<HTMLElement>(null)
  useEffect(() => (watch && tile.current ? watch(tile.current, meme._id) : undefined), [watch, meme._id])
  const tabIndex = isCurrent ? 0 : -1
  const [isPlaying, setPlaying] = useState(() => meme.image.animated && !prefersLessMotion())
  const focus = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onFocus(index)
  }
  const badge = meme.image.animated && !isCovered && (
    <PlayBadge isPlaying={isPlaying} tabIndex={tabIndex} onToggle={() => setPlaying(!isPlaying)} />
  )
  return (
    <article
      ref={tile}
      aria-posinset={index + 1}
      aria-setsize={-1}
      aria-labelledby={`tile-${meme._id}`}
      className={styles.tile}
      // Not container queries: they triple the time of layout while scrolling.
      data-low={(captionHeight === 0 && height < LOW_PICTURE_BELOW_PX) || undefined}
      data-narrow={width < NARROW_TILE_BELOW_PX || undefined}
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
      onFocus={focus}
    >
      <a
        href={href}
        className={styles.link}
        tabIndex={tabIndex}
        data-tile={index}
        style={{ height: height - captionHeight }}
        onClick={(event) => openHere(event, () => onOpen(meme))}
      >
        {isCovered ? (
          <CoveredPicture meme={meme} className={styles.covered} labelled />
        ) : (
          <TilePicture
            meme={meme}
            width={width}
            height={height - captionHeight}
            isFirst={props.isFirst}
            isPlaying={isPlaying}
          />
        )}
        {meme.status === 'review' && <ReviewMark />}
        <TileLabel meme={meme} hidden={captionHeight > 0} />
      </a>
      {isCovered && (
        <button type="button" className={styles.reveal} tabIndex={tabIndex} onClick={() => revealMeme(meme._id)}>
          {t('memes.showSensitive')}
        </button>
      )}
      {captionHeight > 0 ? (
        <div
          className={styles.caption}
          style={{ height: captionHeight }}
          data-stacked={isStacked(captionHeight) || undefined}
        >
          <span aria-hidden="true" className={styles.words}>
            <span className={styles.captionName}>{meme.name}</span>
            {!badge && <TileReasonShort meme={meme} />}
          </span>
          {badge}
          <div className={styles.buttons}>{props.actions(meme, { tabIndex, isOverPicture: false })}</div>
        </div>
      ) : (
        <>
          {badge && (
            <div className={styles.corner} data-playing={isPlaying || undefined}>
              {badge}
            </div>
          )}
          <div className={styles.actions}>{props.actions(meme, { tabIndex, isOverPicture: true })}</div>
        </>
      )}
    </article>
  )
})

/** Name, creator and feed reason over the lower edge, on hover and focus; always present for screen readers. */
function TileLabel({ meme, hidden }: { meme: Meme; hidden: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={hidden ? visuallyHidden : styles.label}>
      <span id={`tile-${meme._id}`} className={styles.name} aria-hidden={pictureAlt(meme) === meme.name}>
        {meme.name}
      </span>
      {/* The whole tile links to the meme; the name shows a hover card. */}
      <span className={styles.creator} data-person={meme.creator?.username}>
        {meme.creator ? t('memes.by', { name: meme.creator.displayName }) : t('memes.unknownUser')}
      </span>
      <TileReason meme={meme} />
    </span>
  )
}

interface PlayBadgeProps {
  isPlaying: boolean
  tabIndex: number
  onToggle: () => void
}

/** Badge of an animation that pauses and plays it. */
function PlayBadge({ isPlaying, tabIndex, onToggle }: PlayBadgeProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.play}
      tabIndex={tabIndex}
      aria-label={`${t(isPlaying ? 'memes.pause' : 'memes.play')} GIF`}
      onClick={onToggle}
    >
      <span className={styles.badge}>
        {isPlaying ? <Pause size={12} fill="currentcolor" /> : <Play size={12} fill="currentcolor" />}
        <span className={styles.badgeWord}>GIF</span>
      </span>
    </button>
  )
}

/** Handles a plain click here. With a modifier key or the middle button, the browser opens a tab or window. */
function openHere(event: MouseEvent, open: () => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open()
}
