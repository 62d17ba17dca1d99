import { describe, expect, it, vi } from 'vitest'
import {
  confirmed,
  flush,
  isSettled,
  needsRequest,
  type OptimisticValue,
  requested,
  reverted,
  settled,
  started,
} from './optimistic-value.ts'

describe('an optimistic value', () => {
  it('needs one request if it differs from the confirmed value', () => {
    const state = requested(settled(false), true)
    expect(needsRequest(state)).toBe(true)
    expect(needsRequest(started(state))).toBe(false)
  })

  it('needs no request if it was reverted before sending', () => {
    expect(isSettled(requested(requested(settled(false), true), false))).toBe(true)
  })

  it('is settled by the confirming answer', () => {
    expect(confirmed(started(requested(settled(false), true)), true)).toEqual(settled(true))
  })

  it('yields to a different answer of the server', () => {
    expect(confirmed(started(requested(settled('none'), 'like')), 'dislike')).toEqual(settled('dislike'))
  })

  it('newer than the request survives the answer', () => {
    const state = confirmed(requested(started(requested(settled(false), true)), false), true)
    expect(state).toEqual({ confirmed: true, wanted: false, sent: null })
    expect(needsRequest(state)).toBe(true)
  })

  it('reverts to the confirmed value when the request fails', () => {
    expect(reverted(started(requested(settled(false), true)))).toEqual(settled(false))
  })

  it('newer than the failed request stays', () => {
    const state = reverted(requested(started(requested(settled('none'), 'like')), 'dislike'))
    expect(state).toEqual({ confirmed: 'none', wanted: 'dislike', sent: null })
  })
})

describe('flush', () => {
  function cellOf<T>(first: T) {
    let state: OptimisticValue<T> = settled(first)
    const cell = {
      get: () => state,
      set: (next: OptimisticValue<T>) => {
        state = next
      },
    }
    return { cell, want: (value: T) => cell.set(requested(cell.get(), value)) }
  }

  it('sends one request for a new value', async () => {
    const { cell, want } = cellOf(false)
    const send = vi.fn(async (value: boolean) => value)
    want(true)
    await flush(cell, send)
    expect(send.mock.calls).toEqual([[true]])
    expect(cell.get()).toEqual(settled(true))
  })

  it('collapses quick taps into the latest value', async () => {
    const { cell, want } = cellOf(false)
    const answers: ((value: boolean) => void)[] = []
    const send = vi.fn(() => new Promise<boolean>((resolve) => answers.push(resolve)))
    want(true)
    const first = flush(cell, send)
    for (const value of [false, true, false, true, false]) {
      want(value)
      await flush(cell, send)
    }
    expect(send).toHaveBeenCalledTimes(1)
    answers[0]?.(true)
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    answers[1]?.(false)
    await first
    expect(cell.get()).toEqual(settled(false))
  })

  it('reverts and reports a failure', async () => {
    const { cell, want } = cellOf(false)
    want(true)
    await expect(flush(cell, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    expect(cell.get()).toEqual(settled(false))
  })

  it('ignores a failure of a reverted value', async () => {
    const { cell, want } = cellOf(false)
    const fail: ((error: Error) => void)[] = []
    want(true)
    const done = flush(cell, () => new Promise<boolean>((_, reject) => fail.push(reject)))
    want(false)
    fail[0]?.(new Error('offline'))
    await done
    expect(cell.get()).toEqual(settled(false))
  })

  it('ignores a failure of an outdated value', async () => {
    const { cell, want } = cellOf<'none' | 'like' | 'dislike'>('none')
    const fail: ((error: Error) => void)[] = []
    const send = vi.fn((value: 'none' | 'like' | 'dislike') =>
      value === 'like' ? new Promise<'like'>((_, reject) => fail.push(reject)) : Promise.resolve(value),
    )
    want('like')
    const done = flush(cell, send)
    want('dislike')
    fail[0]?.(new Error('offline'))
    await done
    expect(cell.get()).toEqual(settled('dislike'))
  })
})
