import { expect, it } from 'vitest'
import { moveByKey } from './move-by-key.ts'

const layer = { id: 'a', x: 0.5, y: 0.5, width: 0.2, height: 0.2, rotation: 0 }
const event = (key: string, repeat: boolean) => ({
  ...{ key, repeat, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
})

it('moves on while an arrow is held, and removes one layer for each press of Delete', () => {
  expect(moveByKey(layer, event('ArrowLeft', true))).toMatchObject({ type: 'change', kind: 'move' })
  for (const key of ['Delete', 'Backspace']) {
    expect(moveByKey(layer, event(key, false))).toEqual({ type: 'remove', id: 'a' })
    expect(moveByKey(layer, event(key, true))).toBeUndefined()
  }
})
