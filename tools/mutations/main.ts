// Breaks one rule at a time and runs the tests that must catch it: `npm run mutations -- [part of a rule or file…]`. Prints the
// score; the exit code is 1 if a mutation survives. Changes files in place and restores them, so commit first.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledNode, root } from '../scripts/bootstrap.mjs'
import { mutated } from './apply.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'

const parts = process.argv.slice(2)
const chosen = MUTATIONS.filter(
  ({ rule, file }) => parts.length === 0 || parts.some((one) => `${rule} ${file}`.includes(one)),
)

/** Returns true if the tests fail. Their process ends before this one, so that the file is restored even after Ctrl-C. */
function isCaught({ tests }: Mutation): boolean {
  const projects = ['unit', 'web', 'database'].map((name) => `--project=${name}`)
  const args = ['run', ...projects, '--bail=1', '--reporter=dot', ...tests]
  const { status } = spawnSync(bundledNode(), [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root })
  return status !== 0
}

const survivors: string[] = []
let ran = 0
let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
})
for (const mutation of chosen) {
  if (isStopped) break
  const { path, before, after } = mutated(mutation)
  try {
    writeFileSync(path, after)
    const caught = isCaught(mutation)
    ran += 1
    console.log(`${caught ? 'caught  ' : 'SURVIVED'} ${mutation.rule} (${mutation.file})`)
    if (!caught) survivors.push(mutation.rule)
  } finally {
    writeFileSync(path, before)
  }
}
console.log(`\n${ran - survivors.length} of ${ran} mutations caught`)
process.exitCode = survivors.length > 0 ? 1 : 0
