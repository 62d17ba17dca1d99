import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridShape, layoutTiles } from '../grid/layout.ts'
import { anchorAt, topOfAnchor } from './scroll-anchor.ts'

const sizes = Array.from({ length: 400 }, (_, index) => ({ width: 300, height: 120 + ((index * 53) % 400) }))
const ids = sizes.map((_, index) => `meme ${index}`)
const layout = layoutTiles(sizes, gridShape(1200, 1300, 0))

describe('a scroll anchor', () => {
  it('restores the exact position', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: layout.height }), (top) => {
        const anchor = anchorAt(layout, ids, top)
        expect(anchor && topOfAnchor(layout, ids, anchor)).toBe(top)
      }),
    )
  })

  it('restores the same tile in a grid with another width', () => {
    const anchor = anchorAt(layout, ids, 5000)
    const narrow = layoutTiles(sizes, gridShape(360, 390, 0))
    const top = anchor && topOfAnchor(narrow, ids, anchor)
    expect(anchorAt(narrow, ids, (top ?? 0) - (anchor?.below ?? 0))?.memeId).toBeDefined()
    expect(top).toBe((narrow.tops[ids.indexOf(anchor?.memeId ?? '')] ?? 0) + (anchor?.below ?? 0))
  })

  it('is null in an empty list, and has no effect without its meme', () => {
    expect(anchorAt(layoutTiles([], layout.shape), [], 0)).toBeNull()
    expect(topOfAnchor(layout, ids, { memeId: 'gone', below: 0 })).toBeNull()
  })
})
