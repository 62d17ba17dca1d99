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

  test('a browser test that passed only on a second try is counted and named', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }
    const spec = (title: string, status: string) => ({ file: 'home.e2e.ts', title, tests: [{ status }] })
    const suites = [{ specs: [spec('opens', 'expected')], suites: [{ specs: [spec('scrolls', 'flaky')] }] }]
    const counted = readPlaywright({ stats, suites, errors: [] })
    expect(counted).toEqual({ passed: 6, failed: 1, repeated: ['home.e2e.ts: scrolls'] })
  })

  test('an error outside of any browser test counts as a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
    expect(readPlaywright({ stats, errors: [{ message: 'no tests found' }] })).toEqual({ passed: 0, failed: 1 })
  })
})
