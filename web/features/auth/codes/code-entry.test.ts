import { describe, expect, it } from 'vitest'
import {
  type CodeEntry,
  type CodeEvent,
  codeOf,
  codeReducer,
  isComplete,
  isLocked,
  newCodeEntry,
} from './code-entry.ts'

const play = (...events: CodeEvent[]): CodeEntry => events.reduce(codeReducer, newCodeEntry())
const full: CodeEvent = { type: 'entered', box: 0, text: '123456' }

describe('the six boxes of a code', () => {
  it('advance to the next box with each digit', () => {
    const entry = play({ type: 'entered', box: 0, text: '4' }, { type: 'entered', box: 1, text: '2' })
    expect(entry.digits).toEqual(['4', '2', '', '', '', ''])
    expect(entry.focus).toBe(2)
  })

  it('ignore non-digits', () => {
    const entry = play({ type: 'entered', box: 0, text: 'x' })
    expect(codeOf(entry)).toBe('')
    expect(entry.focus).toBe(0)
  })

  it('strip non-digits from a pasted text and cut it to six', () => {
    const entry = play({ type: 'entered', box: 3, text: 'code: 12 34-5678' })
    expect(codeOf(entry)).toBe('123456')
    expect(isComplete(entry)).toBe(true)
  })

  it('accept part of a code from the box of the paste', () => {
    expect(play({ type: 'entered', box: 2, text: '78' }).digits).toEqual(['', '', '7', '8', '', ''])
  })

  it('accept as many digits as fit', () => {
    const entry = play({ type: 'entered', box: 4, text: '789' })
    expect(entry.digits).toEqual(['', '', '', '', '7', '8'])
    expect(entry.focus).toBe(5)
  })

  it('erase the previous box from an empty one', () => {
    const entry = play({ type: 'entered', box: 0, text: '12' }, { type: 'erased', box: 2 })
    expect(entry.digits.slice(0, 2)).toEqual(['1', ''])
    expect(entry.focus).toBe(1)
  })

  it('lock while a code is checked and after it was right', () => {
    const checking = play(full, { type: 'submitted' })
    expect(isLocked(checking)).toBe(true)
    expect(codeReducer(checking, { type: 'erased', box: 0 })).toBe(checking)
    const right = codeReducer(checking, { type: 'accepted' })
    expect(right.status).toBe('success')
    expect(isLocked(right)).toBe(true)
    expect(codeOf(right)).toBe('123456')
  })

  it('do not submit an incomplete code', () => {
    expect(play({ type: 'entered', box: 0, text: '123' }, { type: 'submitted' }).status).toBe('idle')
  })

  it('clear and return to the first box after a wrong code', () => {
    const entry = play(full, { type: 'submitted' }, { type: 'refused', attemptsLeft: 3 })
    expect(codeOf(entry)).toBe('')
    expect(entry).toMatchObject({ focus: 0, status: 'error', attemptsLeft: 3 })
  })

  it('request the focus again even if it did not move', () => {
    const first = play(full, { type: 'refused' })
    const second = codeReducer(first, { type: 'refused' })
    expect(second.focus).toBe(first.focus)
    expect(second.turn).toBeGreaterThan(first.turn)
  })

  it('block after five wrong codes, with or without a count by the server', () => {
    const refused: CodeEvent = { type: 'refused' }
    expect(play(refused, refused, refused, refused).status).toBe('error')
    expect(play(refused, refused, refused, refused, refused).status).toBe('blocked')
    expect(play({ type: 'refused', attemptsLeft: 0 }).status).toBe('blocked')
    expect(play({ type: 'blocked' })).toMatchObject({ status: 'blocked', attemptsLeft: 0 })
  })

  it('are unlocked and empty with all attempts after a resend', () => {
    const entry = play(full, { type: 'blocked' }, { type: 'resent' })
    expect(entry).toMatchObject({ status: 'idle', attemptsLeft: 5, focus: 0 })
    expect(codeOf(entry)).toBe('')
  })

  it('leave the digits if the check itself failed', () => {
    const entry = play(full, { type: 'submitted' }, { type: 'failed' })
    expect(codeOf(entry)).toBe('123456')
    expect(isLocked(entry)).toBe(false)
  })
})
