import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridShape, layoutTiles } from './layout.ts'
import { firstAtOrAfter, TILES_IN_PAGE_MAX, visibleTiles } from './visible-tiles.ts'

const sizes = fc.array(
  fc.record({ width: fc.integer({ min: 1, max: 3000 }), height: fc.integer({ min: 1, max: 3000 }) }),
  {
    maxLength: 300,
  },
)

describe('visibleTiles', () => {
  it('draws every tile in the viewport, in list order', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: -500, max: 40_000 }),
        fc.integer({ min: 300, max: 1500 }),
        (list, top, viewport) => {
          const layout = layoutTiles(list, gridShape(1200, 1300, 0))
          const shown = visibleTiles(layout, top, viewport)
          expect(shown).toEqual([...shown].sort((a, b) => a - b))
          const touched = list.flatMap((_, index) => {
            const start = layout.tops[index] ?? 0
            return start < top + viewport && start + (layout.heights[index] ?? 0) > top ? [index] : []
          })
          expect(shown).toEqual(expect.arrayContaining(touched))
        },
      ),
    )
  })

  it('draws only visible tiles on the first render', () => {
    const list = Array.from({ length: 40 }, () => ({ width: 400, height: 400 }))
    const layout = layoutTiles(list, { columns: 2, columnWidth: 100, gap: 0, captionHeight: 0 })
    expect(visibleTiles(layout, 0, 250, [0])).toEqual([0, 1, 2, 3, 4, 5])
    expect(visibleTiles(layout, 0, 250)).toHaveLength(10)
  })

  it('draws at most 150 of 2,000 tiles at any scroll position', () => {
    const list = Array.from({ length: 2000 }, (_, index) => ({ width: 400, height: 140 + ((index * 37) % 300) }))
    const layout = layoutTiles(list, gridShape(1850, 1920, 0))
    for (let top = 0; top < layout.height; top += 333) {
      expect(visibleTiles(layout, top, 1080).length).toBeLessThanOrEqual(TILES_IN_PAGE_MAX)
    }
  })

  it('drops invisible tiles before visible ones', () => {
    const flat = Array.from({ length: 2000 }, () => ({ width: 300, height: 105 }))
    const layout = layoutTiles(flat, gridShape(1200, 1600, 0))
    const shown = visibleTiles(layout, 5000, 1400)
    expect(shown.length).toBeLessThanOrEqual(TILES_IN_PAGE_MAX)
    expect(layout.tops[shown[0] ?? 0]).toBeLessThanOrEqual(5000)
    expect(layout.tops[shown.at(-1) ?? 0]).toBeGreaterThan(6200)
  })

  it('is empty for an empty list', () => {
    expect(visibleTiles(layoutTiles([], gridShape(1200, 1300, 0)), 0, 900)).toEqual([])
  })
})

describe('firstAtOrAfter', () => {
  it('finds the same as a linear scan', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 })), fc.integer({ min: -5, max: 105 }), (values, wanted) => {
        const ascending = values.toSorted((a, b) => a - b)
        const scanned = ascending.findIndex((value) => value >= wanted)
        expect(firstAtOrAfter(ascending, wanted)).toBe(scanned === -1 ? ascending.length : scanned)
      }),
    )
  })
})
