// Breaks one rule at a time and runs the tests that must catch it: `npm run mutations -- [part of a rule or file…]`. Prints the
// score; the exit code is 1 unless every mutation was caught. Changes files in place and restores them, so commit first.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { bundledNode, root } from '../scripts/bootstrap.mjs'
import { mutated } from './apply.ts'
import { MUTATIONS } from './mutations.ts'
import { type Ended, outcomeOf } from './outcome.ts'

const FILE_MAX_MS = 5 * 60_000
const ALL_MAX_MS = 60 * 60_000
const MARKS = { caught: 'caught  ', survived: 'SURVIVED', unknown: 'UNKNOWN ' } as const

const until = performance.now() + ALL_MAX_MS
const timeLeft = () => Math.ceil(until - performance.now())
const parts = process.argv.slice(2)
const chosen = MUTATIONS.filter(
  ({ rule, file }) => parts.length === 0 || parts.some((one) => `${rule} ${file}`.includes(one)),
)

const projectOf = (file: string) =>
  file.startsWith('web/') ? 'web' : /\.(?:api|db)\.test\.ts$/.test(file) ? 'database' : 'unit'

/** The tests' process ends before this one, so that the file is restored even after Ctrl-C. */
function runTests(files: readonly string[], maxMs: number, ...options: string[]): Ended {
  const projects = [...new Set(files.map(projectOf))].map((name) => `--project=${name}`)
  const { status, signal, stdout, stderr } = spawnSync(
    bundledNode(),
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...projects, ...options, ...files],
    {
      cwd: root,
      timeout: Math.max(1, Math.min(maxMs, timeLeft())),
      encoding: 'utf8',
      maxBuffer: Number.POSITIVE_INFINITY,
    },
  )
  return { status, signal, output: stdout + stderr }
}

/** Runs files on the unbroken code, all in one process, and returns those that pass. Throws if they give no report. */
function passing(files: readonly string[]): string[] {
  if (files.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'memeroom-mutations-'))
  try {
    const report = join(folder, 'report.json')
    const { output } = runTests(files, ALL_MAX_MS, '--reporter=json', `--outputFile=${report}`)
    if (!existsSync(report)) throw new Error(`the tests gave no report: ${output.slice(-2000)}`)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; status: string }[]
    }
    return testResults.flatMap(({ name, status }) => (status === 'passed' ? [relative(root, name)] : []))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
const sound = new Set(passing(files))
// A busy machine also fails tests, so these get another chance.
for (const file of passing(files.filter((one) => !sound.has(one)))) sound.add(file)

const score = { caught: 0, survived: 0, unknown: 0 }
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true
  })
for (const mutation of chosen) {
  if (timeLeft() <= 0) break
  const { path, before, after } = mutated(mutation)
  try {
    writeFileSync(path, after)
    const { outcome, why } = outcomeOf(
      mutation.tests,
      (file) => sound.has(file),
      (file) => runTests([file], FILE_MAX_MS, '--bail=1', '--reporter=dot'),
    )
    // The handlers of signals run only between runs of tests. A stopped run proves nothing.
    await setImmediate()
    if (isStopped) break
    score[outcome] += 1
    console.log(`${MARKS[outcome]} ${mutation.rule} (${mutation.file})${why ? `: ${why}` : ''}`)
  } finally {
    writeFileSync(path, before)
  }
}
const left = chosen.slice(score.caught + score.survived + score.unknown)
for (const { rule } of left) console.log(`not run  ${rule}`)
console.log(`\n${score.caught} caught, ${score.survived} survived, ${score.unknown} unknown, ${left.length} not run`)
process.exitCode = score.caught === chosen.length ? 0 : 1
