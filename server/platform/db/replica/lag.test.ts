import { expect, test } from 'vitest'
import { createLag } from './lag.ts'
import { readLogPosition } from './log-position.ts'

function clock() {
  let now = 1000
  const pass = (ms: number) => {
    now += ms
  }
  return { now: () => now, pass }
}

test('a log position is an increasing number', () => {
  expect(readLogPosition('0/0')).toBe(0n)
  expect(readLogPosition('16/B374D848')).toBe(0x16b374d848n)
  expect(readLogPosition('1/0') > readLogPosition('0/FFFFFFFF')).toBe(true)
  for (const text of ['', '16', '16/', '1/2/3', 'x/y', '123456789/0']) expect(() => readLogPosition(text)).toThrow()
})

test('the lag is unknown before both servers have reported their positions', () => {
  const { now } = clock()
  const lag = createLag(now)
  expect(lag.lagMs()).toBeNull()
  lag.recordWritten(now(), 10n)
  expect(lag.lagMs()).toBeNull()
  lag.recordReplayed(9n)
  expect(lag.lagMs()).toBeNull()
  lag.recordReplayed(10n)
  expect(lag.lagMs()).toBe(0)
})

test('the lag is the time since the primary passed the position of the replica', () => {
  const { now, pass } = clock()
  const lag = createLag(now)
  for (const position of [10n, 20n, 30n]) {
    lag.recordWritten(now(), position)
    pass(500)
  }
  lag.recordReplayed(25n)
  expect(lag.lagMs()).toBe(1000)
  lag.recordReplayed(30n)
  expect(lag.lagMs()).toBe(500)
})

test('a replica of an idle primary has no lag', () => {
  const { now, pass } = clock()
  const lag = createLag(now)
  for (let probe = 0; probe < 5; probe += 1) {
    pass(60_000)
    lag.recordWritten(now(), 10n)
    lag.recordReplayed(10n)
    expect(lag.lagMs()).toBe(0)
  }
})

test('the lag of a stopped replica grows with time', () => {
  const { now, pass } = clock()
  const lag = createLag(now)
  lag.recordWritten(now(), 10n)
  lag.recordReplayed(10n)
  for (let probe = 1; probe <= 2000; probe += 1) {
    pass(1000)
    lag.recordWritten(now(), 10n + BigInt(probe))
    lag.recordReplayed(10n)
    expect(lag.lagMs()).toBe(probe * 1000)
  }
  lag.forget()
  expect(lag.lagMs()).toBeNull()
  expect(lag.replayed()).toBeUndefined()
})
