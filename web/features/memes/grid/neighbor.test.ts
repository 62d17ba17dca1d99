import { describe, expect, it } from 'vitest'
import { layoutTiles } from './layout.ts'
import { neighbor } from './neighbor.ts'

// Three columns: 0 3 · 1 5 · 2 4
const layout = layoutTiles(
  [100, 150, 120, 100, 100, 100].map((height) => ({ width: 100, height })),
  { columns: 3, columnWidth: 100, gap: 10, captionHeight: 0 },
)

describe('neighbor', () => {
  it('moves down and up within a column', () => {
    expect(layout.columns).toEqual([0, 1, 2, 0, 2, 1])
    expect(neighbor(layout, 0, 'down')).toBe(3)
    expect(neighbor(layout, 5, 'up')).toBe(1)
  })

  it('moves to the tile beside at the same height', () => {
    expect(neighbor(layout, 3, 'right')).toBe(5)
    expect(neighbor(layout, 5, 'left')).toBe(3)
    expect(neighbor(layout, 1, 'right')).toBe(2)
  })

  it('stays at the edges', () => {
    expect(neighbor(layout, 0, 'left')).toBe(0)
    expect(neighbor(layout, 2, 'right')).toBe(2)
    expect(neighbor(layout, 0, 'up')).toBe(0)
    expect(neighbor(layout, 5, 'down')).toBe(5)
  })

  it('reaches the first and the last tile', () => {
    expect(neighbor(layout, 4, 'first')).toBe(0)
    expect(neighbor(layout, 0, 'last')).toBe(5)
  })

  it('does nothing in an empty grid', () => {
    expect(neighbor(layoutTiles([], layout.shape), 0, 'down')).toBe(0)
  })
})
