import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'
import { readPlaywright, readVitest } from './suites.mjs'

describe('test counts', () => {
  const file = (name: string, status: string, ...tests: [status: string, ...failureMessages: string[]][]) => ({
    name: join(root, name),
    status,
    message: status === 'failed' ? 'no such module' : '',
    startTime: 1000,
    endTime: 3500,
    assertionResults: tests.map(([it, ...failureMessages], nth) => ({
      status: it,
      fullName: `test ${nth}`,
      failureMessages,
    })),
  })

  test('count a test file that failed to load as a failure', () => {
    const testResults = [
      file('a.test.ts', 'passed', ['passed']),
      file('b.test.ts', 'failed', ['passed'], ['failed', 'expected 1\nto be 2']),
      file('c.test.ts', 'failed'),
    ]
    expect(readVitest({ numPassedTests: 2, testResults })).toEqual({
      passed: 2,
      failed: 2,
      repeated: [],
      failures: ['b.test.ts: test 1\n    expected 1\n    to be 2', 'c.test.ts\n    no such module'],
      files: ['a.test.ts', 'b.test.ts', 'c.test.ts'].map((name) => ({ name, seconds: 2.5 })),
    })
  })

  test('name a test that passed only on a retry', () => {
    const testResults = [file('a.test.ts', 'passed', ['passed'], ['passed', 'timed out'])]
    expect(readVitest({ numPassedTests: 2, testResults })).toMatchObject({
      passed: 2,
      failed: 0,
      repeated: ['a.test.ts: test 1\n    timed out'],
      failures: [],
    })
  })

  test('name a browser test that passed only on a retry', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }
    const spec = (title: string, status: string, message = '') => ({
      file: 'home.e2e.ts',
      title,
      tests: [{ status, results: [{ duration: 2500, error: { message } }] }],
    })
    const inner = [spec('scrolls', 'flaky', 'out of sight'), spec('ends', 'unexpected', '\u001b[31mno end\u001b[39m')]
    const suites = [{ specs: [spec('opens', 'expected')], suites: [{ specs: inner }] }]
    expect(readPlaywright({ stats, suites, errors: [] })).toEqual({
      passed: 6,
      failed: 1,
      repeated: ['home.e2e.ts: scrolls\n    out of sight'],
      failures: ['home.e2e.ts: ends\n    no end'],
      files: [{ name: 'home.e2e.ts', seconds: 7.5 }],
    })
  })

  test('count an error outside of any browser test as a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
    expect(readPlaywright({ stats, errors: [{ message: 'no tests found' }] })).toMatchObject({
      passed: 0,
      failed: 1,
      failures: ['no test\n    no tests found'],
    })
  })
})
