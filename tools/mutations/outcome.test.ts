import { expect, test } from 'vitest'
import { type Ended, outcomeOf } from './outcome.ts'

const passed: Ended = { status: 0, signal: null, output: '' }
const failed: Ended = { status: 1, signal: null, output: 'AssertionError: expected 200 to be 404' }
const late: Ended = { ...failed, output: 'Error: Test timed out in 30000ms.' }

test.each<[what: string, outcome: string, withIt: Ended]>([
  ['failing tests', 'caught', failed],
  ['passing tests', 'survived', passed],
  ['a test that timed out', 'unknown', late],
  ['a hook that timed out', 'unknown', { ...failed, output: 'Error: Hook timed out in 60000ms.' }],
  [
    'a failed test beside one that timed out',
    'caught',
    { ...failed, output: `${failed.output} Test timed out in 30000ms` },
  ],
  ['a run that was killed', 'unknown', { status: null, signal: 'SIGTERM', output: failed.output }],
])('%s: %s', (_what, outcome, withIt) => {
  expect(
    outcomeOf(
      ['one.test.ts'],
      () => true,
      () => withIt,
    ).outcome,
  ).toBe(outcome)
})

/** Judges a mutation with test files that end as listed, one run after another. */
function judged(runs: Record<string, Ended[]>, unsound: string[] = []) {
  const ran: string[] = []
  const outcome = outcomeOf(
    Object.keys(runs),
    (file) => !unsound.includes(file),
    (file) => {
      ran.push(file)
      return runs[file]?.shift() ?? passed
    },
  )
  return { ...outcome, ran }
}

test('runs files until one catches the mutation', () => {
  expect(judged({ a: [passed], b: [failed], c: [failed] })).toEqual({ outcome: 'caught', ran: ['a', 'b'] })
})

test('runs a file that timed out once more', () => {
  expect(judged({ a: [late, failed] })).toEqual({ outcome: 'caught', ran: ['a', 'a'] })
  expect(judged({ a: [late, late, failed] })).toEqual({ outcome: 'unknown', why: 'a timed out', ran: ['a', 'a'] })
})

test('does not run files that fail without the mutation', () => {
  expect(judged({ a: [failed] }, ['a'])).toEqual({ outcome: 'unknown', why: 'a fails without it', ran: [] })
  expect(judged({ a: [failed], b: [failed] }, ['a'])).toEqual({ outcome: 'caught', ran: ['b'] })
})
