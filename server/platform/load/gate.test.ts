import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boundsFor, createGate, type Gate, REQUEST_KINDS } from './gate.ts'
import { judgePressure, measureDelay } from './pressure.ts'

const NETWORK = '192.0.2.1'
let isStrained = false
let isOverloaded = false
const pressure = { isStrained: () => isStrained, isOverloaded: () => isOverloaded }

beforeEach(() => {
  vi.useFakeTimers()
  isStrained = false
  isOverloaded = false
})
afterEach(() => vi.useRealTimers())

function small(): Gate {
  const bounds = boundsFor(10, true)
  return createGate(
    {
      ...bounds,
      read: { running: 2, waiting: 2, waitMs: 1000 },
      upload: { running: 4, waiting: 3, waitMs: 2000, perNetwork: 3, strained: 1 },
    },
    pressure,
  )
}

/** Tracks the state of an attempt to enter. */
function attempt(gate: Gate, kind: 'read' | 'write' | 'upload', network = NETWORK, signal?: AbortSignal) {
  return attemptOf(gate.enter(kind, network, signal && { signal }))
}

function attemptOf(entering: Promise<() => void>) {
  const made = { state: 'waiting', leave: () => {} }
  entering.then(
    (leave) => {
      made.state = 'inside'
      made.leave = leave
    },
    (error: { code: string; retryAfterSeconds: number }) => {
      made.state = error.code
      expect(error.retryAfterSeconds).toBeGreaterThan(0)
    },
  )
  return made
}
const settle = () => vi.advanceTimersByTimeAsync(0)
const states = async (attempts: { state: string }[]) => {
  await settle()
  return attempts.map(({ state }) => state)
}

test('limits the places of one owner while others pass', async () => {
  const gate = createGate(
    { ...boundsFor(10, true), upload: { running: 3, waiting: 9, waitMs: 2000, perOwner: 2 } },
    pressure,
  )
  const upload = (owner: string) => attemptOf(gate.enter('upload', NETWORK, { owner }))
  const greedy = Array.from({ length: 4 }, () => upload('lan'))
  expect(await states(greedy)).toEqual(['inside', 'inside', 'waiting', 'waiting'])
  const others = [upload('minh'), upload('minh'), upload('hoa')]
  expect(await states(others)).toEqual(['inside', 'waiting', 'waiting'])
  greedy[0]?.leave()
  expect(await states([...others, ...greedy.slice(2)])).toEqual(['inside', 'waiting', 'inside', 'waiting', 'waiting'])
  others[2]?.leave()
  expect(await states([...others, ...greedy.slice(2)])).toEqual(['inside', 'waiting', 'inside', 'inside', 'waiting'])
})

test('runs up to the limit, queues up to the limit in order, and refuses the rest at once', async () => {
  const gate = small()
  const reads = Array.from({ length: 5 }, () => attempt(gate, 'read'))
  expect(await states(reads)).toEqual(['inside', 'inside', 'waiting', 'waiting', 'server.busy'])
  expect(gate.figures('read')).toEqual({ running: 2, waiting: 2, refused: 1 })
  expect(gate.isOverloaded()).toBe(true)
  reads[0]?.leave()
  reads[0]?.leave()
  expect(await states(reads)).toEqual(['inside', 'inside', 'inside', 'waiting', 'server.busy'])
  // A new request does not overtake the waiting one.
  const late = attempt(gate, 'read')
  reads[1]?.leave()
  expect(await states([...reads, late])).toEqual(['inside', 'inside', 'inside', 'inside', 'server.busy', 'waiting'])
})

test('one kind of request does not delay another', async () => {
  const gate = small()
  const reads = Array.from({ length: 4 }, () => attempt(gate, 'read'))
  expect(await states([...reads, attempt(gate, 'write'), attempt(gate, 'upload')])).toEqual([
    'inside',
    'inside',
    'waiting',
    'waiting',
    'inside',
    'inside',
  ])
})

test('refuses after the maximum wait, and drops a disconnected request from the queue', async () => {
  const gate = small()
  const gone = new AbortController()
  const [a, b, c, d] = [
    attempt(gate, 'read'),
    attempt(gate, 'read'),
    attempt(gate, 'read', NETWORK, gone.signal),
    attempt(gate, 'read'),
  ]
  await settle()
  gone.abort()
  expect(await states([a, b, c, d])).toEqual(['inside', 'inside', 'server.busy', 'waiting'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await states([d])).toEqual(['server.busy'])
  expect(gate.figures('read')).toEqual({ running: 2, waiting: 0, refused: 2 })
  a.leave()
  expect(gate.figures('read').running).toBe(1)
})

test('uploads wait under pressure while reads continue, and resume afterwards', async () => {
  const gate = small()
  isStrained = true
  const uploads = Array.from({ length: 3 }, () => attempt(gate, 'upload'))
  const reads = [attempt(gate, 'read'), attempt(gate, 'read')]
  expect(await states([...uploads, ...reads])).toEqual(['inside', 'waiting', 'waiting', 'inside', 'inside'])
  isStrained = false
  await vi.advanceTimersByTimeAsync(600)
  expect(await states(uploads)).toEqual(['inside', 'inside', 'inside'])
})

test('one network cannot occupy all upload slots', async () => {
  const gate = small()
  const greedy = Array.from({ length: 4 }, () => attempt(gate, 'upload'))
  expect(await states([...greedy, attempt(gate, 'upload', '198.51.100.7')])).toEqual([
    'inside',
    'inside',
    'inside',
    'server.busy',
    'inside',
  ])
  greedy[0]?.leave()
  expect(await states([attempt(gate, 'upload')])).toEqual(['inside'])
})

test.each(REQUEST_KINDS)(
  'one network leaves places of every kind to others, also with many sessions (%s)',
  async (kind) => {
    const gate = createGate(boundsFor(10, true), pressure)
    const enter = (network: string, index: number) =>
      attemptOf(gate.enter(kind, network, { owner: `session ${index}` }))
    const greedy = Array.from({ length: 500 }, (_, index) => enter(NETWORK, index))
    const inside = (await states(greedy)).filter((state) => state === 'inside')
    expect(inside.length).toBeGreaterThan(20)
    expect(await states([enter('198.51.100.7', 0), enter('198.51.100.8', 0)])).toEqual(['inside', 'inside'])
    greedy[0]?.leave()
    // The place goes to a waiting request of the same network.
    expect((await states(greedy)).filter((state) => state === 'inside')).toHaveLength(inside.length + 1)
  },
)

test('an overloaded process refuses new requests and finishes running ones', async () => {
  const gate = small()
  const inside = attempt(gate, 'read')
  isOverloaded = true
  expect(await states([inside, attempt(gate, 'read'), attempt(gate, 'write')])).toEqual([
    'inside',
    'server.busy',
    'server.busy',
  ])
  inside.leave()
  expect(gate.figures('read').running).toBe(0)
})

test('sustained delay is overload, and a single long task is not', () => {
  const judge = judgePressure()
  const slow = { delayMs: 3000, memoryShare: 0.1 }
  judge.note(slow)
  judge.note(slow)
  expect([judge.isStrained(), judge.isOverloaded()]).toEqual([true, false])
  judge.note(slow)
  expect(judge.isOverloaded()).toBe(true)
  judge.note({ delayMs: 1, memoryShare: 0.1 })
  expect([judge.isStrained(), judge.isOverloaded()]).toEqual([false, false])
})

test('memory pressure counts like event loop delay', () => {
  const judge = judgePressure()
  for (let second = 0; second < 3; second += 1) judge.note({ delayMs: 1, memoryShare: 0.95 })
  expect([judge.isStrained(), judge.isOverloaded()]).toEqual([true, true])
})

test('measures event loop delay from the first reading', async () => {
  vi.useRealTimers()
  const holdUp = (milliseconds: number) => {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
  }
  const meter = measureDelay(0)
  await nextTurn()
  holdUp(200)
  expect(meter.read()).toBeGreaterThanOrEqual(200)
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn()
    holdUp(100)
  }
  await nextTurn()
  expect(meter.read()).toBeGreaterThan(20)
  meter.stop()
})
