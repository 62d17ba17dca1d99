import { describe, expect, test } from 'vitest'
import { captionBoxesOf, voteName } from './rules.ts'

const named = (...names: string[]) => names.map((name, index) => ({ name, creator: `${index}` }))

describe('the template name', () => {
  test.each([
    [['Distracted boyfriend', 'distracted boyfriend at work', 'untitled'], 'Distracted boyfriend'],
    [['Mèo bất ngờ', 'mèo bất ngờ #2', 'IMG_2041'], 'Mèo bất ngờ'],
    [['untitled', 'untitled', 'Surprised cat', 'untitled'], 'Surprised cat'],
    [['The cat is back', 'who ate the cake'], 'The cat is back'],
    [['IMG_2041', 'untitled', '12'], ''],
    [[], ''],
  ])('of %j is %j', (names, expected) => {
    expect(voteName(named(...names))).toBe(expected)
  })

  test('cannot be decided by one member', () => {
    const spam = Array.from({ length: 6 }, () => ({ name: 'buy cheap pills', creator: 'spammer' }))
    const others = named('grumpy cat', 'grumpy cat on monday', 'grumpy cat again')
    expect(voteName([...spam, ...others])).toBe('grumpy cat')
  })
})

const word = (x: number, y: number, width = 0.2) => ({ x, y, width, height: 0.08 })

describe('caption boxes', () => {
  test('are at the position of most memes’ words, from top to bottom', () => {
    const boxes = captionBoxesOf([
      [word(0.1, 0.05), word(0.35, 0.05), word(0.2, 0.15), word(0.3, 0.85)],
      [word(0.2, 0.06), word(0.45, 0.06), word(0.4, 0.84)],
      [word(0.25, 0.05), word(0.2, 0.86), word(0.45, 0.86)],
      [word(0.7, 0.5)],
    ])
    expect(boxes).toHaveLength(2)
    const [top, bottom] = boxes
    expect(top?.y).toBeLessThan(0.06)
    expect(top?.width).toBeGreaterThan(0.4)
    expect(bottom?.y).toBeGreaterThan(0.8)
    for (const { x, y, width, height } of boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1.0001)
    }
  })

  test('are at the top and bottom if nothing was read', () => {
    expect(captionBoxesOf([[], []]).map(({ y }) => y < 0.5)).toEqual([true, false])
  })
})
