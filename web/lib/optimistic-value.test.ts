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

describe('a wish', () => {
  it('is due when it differs from what is confirmed, and not twice', () => {
    const wish = requested(settled(false), true)
    expect(needsRequest(wish)).toBe(true)
    expect(needsRequest(started(wish))).toBe(false)
  })

  it('that is taken back before it was sent needs no request', () => {
    expect(isSettled(requested(requested(settled(false), true), false))).toBe(true)
  })

  it('is settled by the answer that confirms it', () => {
    expect(confirmed(started(requested(settled(false), true)), true)).toEqual(settled(true))
  })

  it('gives way to the server where that says something else', () => {
    expect(confirmed(started(requested(settled('none'), 'like')), 'dislike')).toEqual(settled('dislike'))
  })

  it('that is newer than the request survives the answer', () => {
    const wish = confirmed(requested(started(requested(settled(false), true)), false), true)
    expect(wish).toEqual({ confirmed: true, wanted: false, sent: null })
    expect(needsRequest(wish)).toBe(true)
  })

  it('goes back to what was confirmed when the request fails', () => {
    expect(reverted(started(requested(settled(false), true)))).toEqual(settled(false))
  })

  it('that is newer than the failed request stays', () => {
    const wish = reverted(requested(started(requested(settled('none'), 'like')), 'dislike'))
    expect(wish).toEqual({ confirmed: 'none', wanted: 'dislike', sent: null })
  })
})

describe('pursue', () => {
  function cellOf<T>(first: T) {
    let wish: OptimisticValue<T> = settled(first)
    const cell = {
      get: () => wish,
      set: (next: OptimisticValue<T>) => {
        wish = next
      },
    }
    return { cell, wish: (value: T) => cell.set(requested(cell.get(), value)) }
  }

  it('sends one request for a wish', async () => {
    const { cell, wish } = cellOf(false)
    const send = vi.fn(async (value: boolean) => value)
    wish(true)
    await flush(cell, send)
    expect(send.mock.calls).toEqual([[true]])
    expect(cell.get()).toEqual(settled(true))
  })

  it('collapses quick taps into the latest wish', async () => {
    const { cell, wish } = cellOf(false)
    const answers: ((value: boolean) => void)[] = []
    const send = vi.fn(() => new Promise<boolean>((resolve) => answers.push(resolve)))
    wish(true)
    const first = flush(cell, send)
    for (const value of [false, true, false, true, false]) {
      wish(value)
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
    const { cell, wish } = cellOf(false)
    wish(true)
    await expect(flush(cell, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
    expect(cell.get()).toEqual(settled(false))
  })

  it('keeps quiet about a failure of what was taken back meanwhile', async () => {
    const { cell, wish } = cellOf(false)
    const fail: ((error: Error) => void)[] = []
    wish(true)
    const done = flush(cell, () => new Promise<boolean>((_, reject) => fail.push(reject)))
    wish(false)
    fail[0]?.(new Error('offline'))
    await done
    expect(cell.get()).toEqual(settled(false))
  })

  it('keeps quiet about a failure that a newer wish made pointless', async () => {
    const { cell, wish } = cellOf<'none' | 'like' | 'dislike'>('none')
    const fail: ((error: Error) => void)[] = []
    const send = vi.fn((value: 'none' | 'like' | 'dislike') =>
      value === 'like' ? new Promise<'like'>((_, reject) => fail.push(reject)) : Promise.resolve(value),
    )
    wish('like')
    const done = flush(cell, send)
    wish('dislike')
    fail[0]?.(new Error('offline'))
    await done
    expect(cell.get()).toEqual(settled('dislike'))
  })
})
