import { expect, it } from 'vitest'
import { COPY_IDLE, copyReducer } from './copy-state.ts'

it('goes from idle to copying to success and back', () => {
  const copying = copyReducer(COPY_IDLE, { type: 'pressed' })
  const copied = copyReducer(copying, { type: 'copied' })
  expect([copying.kind, copied.kind, copyReducer(copied, { type: 'rested' }).kind]).toEqual([
    'copying',
    'copied',
    'idle',
  ])
})

it('shows the reason of a failure until the reset', () => {
  const failed = copyReducer({ kind: 'copying' }, { type: 'failed', reason: 'denied' })
  expect(failed).toEqual({ kind: 'failed', reason: 'denied' })
  expect(copyReducer(failed, { type: 'rested' })).toEqual(COPY_IDLE)
})

it('ignores the reset during another copy', () => {
  expect(copyReducer({ kind: 'copying' }, { type: 'rested' })).toEqual({ kind: 'copying' })
})
