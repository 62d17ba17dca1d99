import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TOGGLE_ANIMATION_MS } from '#contract/limits.ts'
import { signInAs } from '#test/web/session.ts'
import { signOut } from '../lib/session.ts'
import { createToggles } from './toggles.ts'

const not = (value: boolean) => !value

describe('a toggle', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('sends the request at once and flips after its animation', async () => {
    const toggles = createToggles<boolean>()
    const send = vi.fn(async (value: boolean) => value)
    await toggles.press('meme', false, not, send)
    expect(send).toHaveBeenCalledTimes(1)
    expect(toggles.get('meme')).toMatchObject({ shown: false, value: { wanted: true } })
    vi.advanceTimersByTime(TOGGLE_ANIMATION_MS)
    expect(toggles.get('meme')).toBeUndefined()
  })

  it('stays flipped if the server takes longer than the animation', async () => {
    const toggles = createToggles<boolean>()
    let answer: (value: boolean) => void = () => {}
    const done = toggles.press('meme', false, not, () => new Promise((resolve) => (answer = resolve)))
    vi.advanceTimersByTime(TOGGLE_ANIMATION_MS)
    expect(toggles.get('meme')?.shown).toBe(true)
    answer(true)
    await done
    expect(toggles.get('meme')).toBeUndefined()
  })

  it('reverts when the server refuses', async () => {
    const toggles = createToggles<boolean>()
    await expect(toggles.press('meme', false, not, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(toggles.get('meme')).toBeUndefined()
  })

  it('collapses quick taps into the first and last value at most', async () => {
    const toggles = createToggles<boolean>()
    const send = vi.fn(async (value: boolean) => value)
    await Promise.all([1, 2, 3, 4, 5].map(() => toggles.press('meme', false, not, send)))
    expect(send.mock.calls.map(([value]) => value)).toEqual([true])
    vi.advanceTimersByTime(TOGGLE_ANIMATION_MS)
    expect(toggles.get('meme')).toBeUndefined()
  })

  it('is separate for two memes', async () => {
    const toggles = createToggles<boolean>()
    await Promise.all([
      toggles.press('one', false, not, async (value) => value),
      toggles.press('two', true, not, async (value) => value),
    ])
    expect([toggles.get('one')?.value.wanted, toggles.get('two')?.value.wanted]).toEqual([true, false])
  })

  it('shows a queued value until the server has it', async () => {
    const toggles = createToggles<boolean>()
    const queue = async (value: boolean) => {
      toggles.queue('meme')
      return value
    }
    await toggles.press('meme', false, not, queue)
    vi.advanceTimersByTime(TOGGLE_ANIMATION_MS)
    expect(toggles.get('meme')).toMatchObject({ shown: true, isQueued: true })
    toggles.release('meme')
    expect(toggles.get('meme')).toBeUndefined()
  })

  it('lets a newer tap win over a queued value', async () => {
    const toggles = createToggles<boolean>()
    const queue = async (value: boolean) => {
      toggles.queue('meme')
      return value
    }
    await toggles.press('meme', false, not, queue)
    const send = vi.fn(async (value: boolean) => value)
    const done = toggles.press('meme', false, not, send)
    toggles.release('meme')
    expect(toggles.get('meme')).toMatchObject({ value: { wanted: false } })
    await done
    expect(send).toHaveBeenCalledWith(false, true)
    vi.advanceTimersByTime(TOGGLE_ANIMATION_MS)
    expect(toggles.get('meme')).toBeUndefined()
  })

  it('ends with the session, so that its answer changes nothing of the next member', async () => {
    signInAs('mai')
    const toggles = createToggles<boolean>()
    let answer: (value: boolean) => void = () => {}
    const done = toggles.press('meme', false, not, () => new Promise((resolve) => (answer = resolve)))
    signInAs('an')
    expect(toggles.get('meme')).toBeUndefined()
    void toggles.press('meme', false, not, () => new Promise(() => undefined))
    answer(true)
    await done
    expect(toggles.get('meme')).toMatchObject({ value: { confirmed: false, wanted: true } })
    signOut()
  })
})
