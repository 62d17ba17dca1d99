import type { Layout } from '../grid/layout.ts'
import { firstAtOrAfter } from '../grid/visible-tiles.ts'

/** A scroll position as a meme and the offset below its tile's top. Independent of screen width. */
export interface ScrollAnchor {
  memeId: string
  below: number
}

const anchors = new Map<string, ScrollAnchor>()

export const anchorOf = (listKey: string): ScrollAnchor | undefined => anchors.get(listKey)
export const allAnchors = (): Record<string, ScrollAnchor> => Object.fromEntries(anchors)

export function saveAnchor(listKey: string, anchor: ScrollAnchor | null): void {
  if (anchor) anchors.set(listKey, anchor)
  else anchors.delete(listKey)
}

/**
 * Returns the anchor at a scroll position.
 * @param top offset of the viewport's top below the grid's top
 */
export function anchorAt(layout: Layout, ids: readonly string[], top: number): ScrollAnchor | null {
  const index = Math.max(0, Math.min(firstAtOrAfter(layout.tops, top + 1) - 1, ids.length - 1))
  const memeId = ids[index]
  return memeId === undefined ? null : { memeId, below: top - (layout.tops[index] ?? 0) }
}

/** The inverse of `anchorAt`; null if the list does not contain the anchor's meme. */
export function topOfAnchor(layout: Layout, ids: readonly string[], anchor: ScrollAnchor): number | null {
  const index = ids.indexOf(anchor.memeId)
  return index === -1 ? null : (layout.tops[index] ?? 0) + anchor.below
}
