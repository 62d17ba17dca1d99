import { expect, it } from 'vitest'
import { handlesFor } from './handles.ts'

const stage = { width: 400, height: 300 }
const box = { x: 200, y: 150, width: 200, height: 80, rotation: 0 }

it('leaves the middle of short sides without handles', () => {
  const shown = (size: { width: number; height: number }) =>
    handlesFor({ ...box, ...size }, stage).anchors.filter((anchor) => /center|middle/.test(anchor))
  expect(shown({ width: 200, height: 80 })).toEqual(['top-center', 'bottom-center', 'middle-left', 'middle-right'])
  expect(shown({ width: 200, height: 40 })).toEqual(['top-center', 'bottom-center'])
  expect(shown({ width: 40, height: 80 })).toEqual(['middle-left', 'middle-right'])
  expect(shown({ width: 40, height: 40 })).toEqual([])
})

it('keeps the rotation handle on the picture: above, else below, else beside', () => {
  const side = (change: Partial<typeof box>) => handlesFor({ ...box, ...change }, stage).rotationSide
  expect(side({})).toBe(0)
  expect(side({ y: 90 })).toBe(0)
  expect(side({ y: 80 })).toBe(180)
  expect(side({ y: 50, rotation: 180 })).toBe(0)
  expect(side({ height: 290 })).toBe(90)
  expect(side({ height: 290, x: 300 })).toBe(270)
  expect(side({ width: 400, height: 300 })).toBe(0)
})
