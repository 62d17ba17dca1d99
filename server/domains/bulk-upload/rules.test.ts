import { describe, expect, test } from 'vitest'
import { estimateRemaining, type FileTimes } from './rules.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000)

const queued: FileTimes = { status: 'queued', duplicate_of: null, started_at: null, finished_at: null }
const working = (from: number): FileTimes => ({ ...queued, status: 'processing', started_at: at(from) })
const done = (from: number, to: number): FileTimes => ({
  ...queued,
  status: 'done',
  started_at: at(from),
  finished_at: at(to),
})
const refused = (when: number): FileTimes => ({
  ...queued,
  status: 'failed',
  started_at: at(when),
  finished_at: at(when),
})
const refusedOnArrival: FileTimes = { ...refused(0), started_at: null }
const duplicate = (from: number, to: number): FileTimes => ({
  ...done(from, to),
  status: 'failed',
  duplicate_of: 'other',
})

describe('the estimated remaining time', () => {
  test('follows the pace of the processed files', () => {
    expect(estimateRemaining([done(0, 3), done(3, 6), queued, queued], at(6))).toBe(6)
    expect(estimateRemaining([done(0, 3), done(3, 6), working(6), queued], at(8))).toBe(4)
  })

  test('is not 0 after an immediately rejected file', () => {
    for (const first of [refusedOnArrival, refused(0.01)])
      expect(estimateRemaining([first, queued, queued, queued, queued], at(0.02))).toBe(8)
  })

  test('ignores rejected files between processed ones', () => {
    const files = [done(0, 4), refused(4), refused(4.1), refusedOnArrival, queued, queued]
    expect(estimateRemaining(files, at(4))).toBe(8)
  })

  test('counts a duplicate, because it was processed', () => {
    expect(estimateRemaining([duplicate(0, 5), queued], at(5))).toBe(5)
  })

  test('excludes the time spent waiting for other uploads', () => {
    expect(estimateRemaining([done(100, 102), queued], at(102))).toBe(2)
  })

  test('uses only the last ten files', () => {
    const slow = Array.from({ length: 5 }, (_, index) => done(index * 60, index * 60 + 60))
    const quick = Array.from({ length: 11 }, (_, index) => done(300 + index, 301 + index))
    expect(estimateRemaining([...slow, ...quick, queued, queued, queued], at(311))).toBe(3)
  })

  test('is 0 only when nothing is left, however long the last file takes', () => {
    expect(estimateRemaining([done(0, 1), working(1)], at(600))).toBe(1)
    expect(estimateRemaining([queued], at(0))).toBe(2)
    expect(estimateRemaining([done(0, 1), refused(1)], at(1))).toBe(0)
  })
})
