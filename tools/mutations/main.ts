// Breaks one rule at a time and runs the tests that must catch it: `npm run mutations -- [part of a rule or file…]`. Prints the
// score; the exit code is 1 if a mutation survives or could not be judged. Changes files in place and restores them, so commit
// first.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledNode, root } from '../scripts/bootstrap.mjs'
import { mutated } from './apply.ts'
import { MUTATIONS } from './mutations.ts'
import { type Ended, outcomeOf } from './outcome.ts'

const TESTS_MAX_MS = 15 * 60_000
const MARKS = { caught: 'caught  ', survived: 'SURVIVED', unknown: 'UNKNOWN ' } as const

const parts = process.argv.slice(2)
const chosen = MUTATIONS.filter(
  ({ rule, file }) => parts.length === 0 || parts.some((one) => `${rule} ${file}`.includes(one)),
)

/** The tests' process ends before this one, so that the file is restored even after Ctrl-C. */
function runTests(tests: readonly string[]): Ended {
  const projects = ['unit', 'web', 'database'].map((name) => `--project=${name}`)
  const args = ['run', ...projects, '--bail=1', '--reporter=dot', ...tests]
  const { status, signal, stdout, stderr } = spawnSync(
    bundledNode(),
    [join(root, 'node_modules/vitest/vitest.mjs'), ...args],
    { cwd: root, timeout: TESTS_MAX_MS, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY },
  )
  return { status, signal, output: stdout + stderr }
}

/** Results of tests on the unbroken code, which mutations may share. */
const unbroken = new Map<string, Ended>()
function runUnbroken(tests: readonly string[]): Ended {
  const key = tests.join(' ')
  const known = unbroken.get(key) ?? runTests(tests)
  unbroken.set(key, known)
  return known
}

const score = { caught: 0, survived: 0, unknown: 0 }
let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
})
for (const mutation of chosen) {
  if (isStopped) break
  const { path, before, after } = mutated(mutation)
  const without = runUnbroken(mutation.tests)
  try {
    writeFileSync(path, after)
    const { outcome, why } = outcomeOf(without, () => runTests(mutation.tests))
    score[outcome] += 1
    console.log(`${MARKS[outcome]} ${mutation.rule} (${mutation.file})${why ? `: ${why}` : ''}`)
  } finally {
    writeFileSync(path, before)
  }
}
console.log(`\n${score.caught} caught, ${score.survived} survived, ${score.unknown} unknown`)
process.exitCode = score.survived + score.unknown > 0 ? 1 : 0
