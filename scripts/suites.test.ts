import { describe, expect, test } from 'vitest'
import { readPlaywright, readVitest } from './suites.mjs'

describe('counting tests', () => {
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((it) => ({ status: it })),
  })

  test('a test file that could not be loaded counts as a failure', () => {
    const testResults = [file('passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')]
    expect(readVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 2 })
  })

  test('a browser test that passed only on a second try counts as a failure', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }
    expect(readPlaywright({ stats, errors: [] })).toEqual({ passed: 5, failed: 2 })
  })

  test('an error outside of any browser test counts as a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
    expect(readPlaywright({ stats, errors: [{ message: 'no tests found' }] })).toEqual({ passed: 0, failed: 1 })
  })
})
