import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PictureSize } from '../grid/layout.ts'
import styles from './skeleton-tile.module.css'
import type { TileBox } from './tile.tsx'

const ON_FIRST_LOAD = 24
const WHILE_LOADING_MORE = 12
/** Heights in hundredths of the width, varied to resemble pictures. */
const HEIGHTS = [120, 85, 140, 100, 75, 130, 95, 110, 150, 80]

/** Returns the sizes of placeholder tiles while memes load. */
export function skeletonSizes(isWaiting: boolean, after: number): readonly PictureSize[] {
  const count = isWaiting ? (after === 0 ? ON_FIRST_LOAD : WHILE_LOADING_MORE) : 0
  return Array.from({ length: count }, (_, index) => ({
    width: 100,
    height: HEIGHTS[(after + index) % HEIGHTS.length] ?? 100,
  }))
}

export function SkeletonTile({ left, top, width, height, captionHeight }: TileBox) {
  return (
    <Skeleton
      className={styles.tile}
      style={{ transform: `translate(${left}px, ${top}px)`, width, height: height - captionHeight }}
    />
  )
}
