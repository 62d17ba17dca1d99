import { expect, it } from 'vitest'
import { WHOLE_FRAME } from '../empty-document.ts'
import { BAR_HEIGHT } from '../studio-state.ts'
import { moveByKey } from './move-by-key.ts'

const layer = { id: 'a', x: 0.5, y: 0.5, width: 0.2, height: 0.2, rotation: 0 }
const event = (key: string, repeat: boolean) => ({
  ...{ key, repeat, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
})

it('repeats moves while an arrow is held, and deletes one layer per press', () => {
  expect(moveByKey(layer, WHOLE_FRAME, event('ArrowLeft', true))).toMatchObject({ type: 'change', kind: 'move' })
  for (const key of ['Delete', 'Backspace']) {
    expect(moveByKey(layer, WHOLE_FRAME, event(key, false))).toEqual({ type: 'remove', id: 'a' })
    expect(moveByKey(layer, WHOLE_FRAME, event(key, true))).toBeUndefined()
  }
})

it('a caption on the bar above the picture stays in the bar', () => {
  const bar = { ...layer, x: 0.03, y: -BAR_HEIGHT * 0.92, width: 0.94, height: BAR_HEIGHT * 0.84 }
  const frame = { x: 0, y: -BAR_HEIGHT, width: 1, height: 1 + BAR_HEIGHT }
  expect(moveByKey(bar, frame, event('ArrowRight', false))).toMatchObject({ change: { x: 0.04, y: bar.y } })
})

it('a layer cannot leave a cropped picture', () => {
  const cropped = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }
  expect(moveByKey({ ...layer, x: 0.5 }, cropped, event('ArrowRight', false))).toMatchObject({
    change: { x: expect.closeTo(0.5) },
  })
})
