import { expect, it } from 'vitest'
import { COPY_IDLE, copyReducer } from './copy-state.ts'

it('goes from idle over copying to success and back', () => {
  const copying = copyReducer(COPY_IDLE, { type: 'pressed' })
  const copied = copyReducer(copying, { type: 'copied' })
  expect([copying.kind, copied.kind, copyReducer(copied, { type: 'rested' }).kind]).toEqual([
    'copying',
    'copied',
    'idle',
  ])
})

it('keeps the reason of a failure until it rests', () => {
  const failed = copyReducer({ kind: 'copying' }, { type: 'failed', reason: 'denied' })
  expect(failed).toEqual({ kind: 'failed', reason: 'denied' })
  expect(copyReducer(failed, { type: 'rested' })).toEqual(COPY_IDLE)
})

it('is not put to rest while another copy is under way', () => {
  expect(copyReducer({ kind: 'copying' }, { type: 'rested' })).toEqual({ kind: 'copying' })
})
