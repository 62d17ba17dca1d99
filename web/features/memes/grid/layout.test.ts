import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnLeft, columnsFor, gridShape, layoutTiles, pictureHeight } from './layout.ts'

const sizes = fc.array(
  fc.record({ width: fc.integer({ min: 1, max: 5000 }), height: fc.integer({ min: 1, max: 5000 }) }),
  {
    maxLength: 200,
  },
)
const shape = fc
  .record({ container: fc.integer({ min: 200, max: 2000 }), viewport: fc.integer({ min: 300, max: 2600 }) })
  .map(({ container, viewport }) => gridShape(container, viewport, 0))

describe('columnsFor', () => {
  it.each([
    [320, 2],
    [640, 2],
    [641, 2],
    [768, 2],
    [769, 3],
    [1024, 3],
    [1025, 4],
    [1280, 4],
    [1281, 5],
    [1536, 5],
    [1537, 6],
    [3840, 6],
  ])('a viewport of %i px has %i columns', (viewport, columns) => {
    expect(columnsFor(viewport)).toBe(columns)
  })
})

describe('layoutTiles', () => {
  it('fills the shortest column first, the leftmost of equals', () => {
    const layout = layoutTiles(
      [
        { width: 100, height: 100 },
        { width: 100, height: 200 },
        { width: 100, height: 50 },
        { width: 100, height: 100 },
      ],
      { columns: 2, columnWidth: 100, gap: 10, captionHeight: 0 },
    )
    expect(layout.columns).toEqual([0, 1, 0, 0])
    expect(layout.tops).toEqual([0, 0, 110, 170])
    expect(layout.heights).toEqual([100, 200, 50, 100])
    expect(layout.height).toBe(270)
  })

  it('has no height without tiles', () => {
    expect(layoutTiles([], gridShape(1000, 1200, 0)).height).toBe(0)
  })

  it('moves no tile when a page is appended', () => {
    fc.assert(
      fc.property(sizes, sizes, shape, (first, second, grid) => {
        const before = layoutTiles(first, grid)
        const after = layoutTiles([...first, ...second], grid)
        expect(after.tops.slice(0, first.length)).toEqual(before.tops)
        expect(after.columns.slice(0, first.length)).toEqual(before.columns)
      }),
    )
  })

  it('has increasing tops and no overlapping tiles in a column', () => {
    fc.assert(
      fc.property(sizes, shape, (list, grid) => {
        const { tops, heights, columns, height } = layoutTiles(list, grid)
        const ends = new Map<number, number>()
        tops.forEach((top, index) => {
          expect(top).toBeGreaterThanOrEqual(tops[index - 1] ?? 0)
          const column = columns[index] ?? -1
          expect(top).toBeGreaterThanOrEqual(ends.get(column) ?? 0)
          ends.set(column, top + (heights[index] ?? 0))
          expect(top + (heights[index] ?? 0)).toBeLessThanOrEqual(height)
        })
      }),
    )
  })

  it('stays within its container', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 2000 }), fc.integer({ min: 300, max: 2600 }), (container, viewport) => {
        const grid = gridShape(container, viewport, 0)
        expect(columnLeft(grid, grid.columns - 1) + grid.columnWidth).toBeLessThanOrEqual(container)
      }),
    )
  })

  it('adds the caption to every tile', () => {
    const grid = { columns: 1, columnWidth: 100, gap: 0, captionHeight: 44 }
    expect(layoutTiles([{ width: 1, height: 1 }], grid).heights).toEqual([144])
  })
})

describe('pictureHeight', () => {
  it('preserves the aspect ratio', () => {
    expect(pictureHeight({ width: 1000, height: 500 }, 300)).toBe(150)
  })

  it('limits the height of extreme strips', () => {
    expect(pictureHeight({ width: 100, height: 5000 }, 300)).toBe(720)
    expect(pictureHeight({ width: 5000, height: 10 }, 300)).toBe(105)
  })
})

describe('bands', () => {
  it('begin below all earlier tiles, in every column, with room for a heading', () => {
    const square = { width: 100, height: 100 }
    const layout = layoutTiles([square, square, square, square], gridShape(316, 900, 0), {
      bands: new Set([1, 2]),
    })
    const [first, second] = layout.headings
    const bottom = (layout.tops[0] ?? 0) + (layout.heights[0] ?? 0)
    expect(first).toMatchObject({ before: 1 })
    expect(first?.top).toBeGreaterThanOrEqual(bottom)
    expect(layout.tops[1]).toBeGreaterThan(first?.top ?? 0)
    expect(layout.columns[1]).toBe(0)
    expect(second?.top).toBeGreaterThanOrEqual((layout.tops[1] ?? 0) + (layout.heights[1] ?? 0))
    expect(layout.tops[2]).toBe(layout.tops[3])
  })
})

describe('a complete group of at most two rows', () => {
  const grid = { columns: 4, columnWidth: 100, gap: 10, captionHeight: 20 }
  const six = [1, 2, 1, 0.5, 1, 1].map((ratio) => ({ width: 100 * ratio, height: 100 }))

  it('has rows of equal height that end together', () => {
    const { tops, heights, lefts, widths, columns } = layoutTiles(six, grid, { isWhole: true })
    expect(columns).toEqual([0, 1, 0, 1, 2, 3])
    expect(new Set(tops).size).toBe(2)
    expect(new Set(heights.slice(0, 2)).size).toBe(1)
    expect(new Set(heights.slice(2)).size).toBe(1)
    expect(tops[2]).toBe((heights[0] ?? 0) + 10)
    expect((lefts[1] ?? 0) + (widths[1] ?? 0)).toBe(430)
    expect((lefts[5] ?? 0) + (widths[5] ?? 0)).toBe(430)
    expect((widths[1] ?? 0) / ((heights[1] ?? 0) - 20)).toBeCloseTo(2, 1)
  })

  it('has rows that all fill the width, except the last of a group if it would be too tall', () => {
    fc.assert(
      fc.property(
        sizes.filter(({ length }) => length > 0),
        shape,
        (list, bounds) => {
          const whole = list.slice(0, 2 * bounds.columns)
          const { tops, lefts, widths, heights } = layoutTiles(whole, bounds, { isWhole: true })
          const full = columnLeft(bounds, bounds.columns) - bounds.gap
          for (const [index, top] of tops.entries()) {
            if (tops[index + 1] === top) continue
            const end = (lefts[index] ?? 0) + (widths[index] ?? 0)
            expect(end).toBeLessThanOrEqual(full)
            if (index < whole.length - 1) expect(end).toBe(full)
            else if (end < full) expect(heights[index]).toBe(Math.floor(bounds.columnWidth * 1.5))
          }
        },
      ),
    )
  })

  it('is not enlarged with only one or two', () => {
    const { heights, widths } = layoutTiles(six.slice(0, 1), grid, { isWhole: true })
    expect([widths[0], heights[0]]).toEqual([150, 170])
  })

  it('enlarges no picture of several to the whole width of narrow windows', () => {
    const three = [1, 0.94, 0.62].map((ratio) => ({ width: 100 * ratio, height: 100 }))
    for (const columnWidth of [168, 360]) {
      const phone = { columns: 2, columnWidth, gap: 8, captionHeight: 0 }
      expect(layoutTiles(three, phone, { isWhole: true }).columns).toEqual([0, 1, 0])
    }
  })

  it('uses rows even if its columns would be full but uneven', () => {
    const eight = [...six, ...six.slice(0, 2)]
    const { tops, heights } = layoutTiles(eight, grid, { isWhole: true })
    const rows = Map.groupBy(heights, (_, index) => tops[index])
    expect(rows.size).toBeLessThan(eight.length)
    for (const row of rows.values()) expect(new Set(row).size).toBe(1)
  })

  it('uses columns while more may come, and for many tiles', () => {
    const { widths } = layoutTiles(six, grid, { isWhole: false })
    expect(widths).toEqual(Array(6).fill(100))
    const many = layoutTiles([...six, ...six], grid, { isWhole: true })
    expect(many.widths).toEqual(Array(12).fill(100))
  })
})
