import { expect, test } from 'vitest'
import { type Ended, outcomeOf } from './outcome.ts'

const passed: Ended = { status: 0, signal: null, output: '' }
const failed: Ended = { status: 1, signal: null, output: 'AssertionError: expected 200 to be 404' }

test.each<[what: string, outcome: string, without: Ended, withIt: Ended]>([
  ['failing tests', 'caught', passed, failed],
  ['passing tests', 'survived', passed, passed],
  ['tests that fail without the mutation', 'unknown', failed, failed],
  ['a test that timed out', 'unknown', passed, { ...failed, output: 'Error: Test timed out in 30000ms.' }],
  ['a hook that timed out', 'unknown', passed, { ...failed, output: 'Error: Hook timed out in 60000ms.' }],
  [
    'a failed test beside one that timed out',
    'caught',
    passed,
    { ...failed, output: `${failed.output} Test timed out in 30000ms` },
  ],
  ['a run that was killed', 'unknown', passed, { status: null, signal: 'SIGTERM', output: failed.output }],
])('%s: %s', (_what, outcome, without, withIt) => {
  expect(outcomeOf(without, () => withIt).outcome).toBe(outcome)
})
