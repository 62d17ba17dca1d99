import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCluster } from '#test/cluster/run-cluster.ts'
import { root } from '../../scripts/bootstrap.mjs'
import { defaultFolder } from '../../scripts/postgres.mjs'
import { machine, median } from '../helpers/machine.ts'

// Two nodes that serve and two that work behind nginx, while one thing after another goes wrong: `npm run bench -- cluster
// [MINUTES [COMMIT]]`. With a commit, all nodes begin as that version of the product, on its schema, and are updated one after
// another first. Ends with code 1 if anything acknowledged is lost, or fails without a reason. Needs nginx and the PostgreSQL of
// `npm run postgres`.

const MINUTES = Number(process.argv[3] ?? 10)
const FAULT_MS = 4000
const PAUSE_MS = 100
const COMMIT = process.argv[4]

/** The product as it was at a commit, with the packages that are installed here. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'memeroom-older-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

console.log(machine())
const older = COMMIT === undefined ? undefined : checkOut(COMMIT)
const { suffered, done, failedInFlight, wrong, codes } = await runCluster({
  postgresFolder: process.env.TEST_POSTGRES_FOLDER ?? defaultFolder,
  seconds: MINUTES * 60,
  faultMs: FAULT_MS,
  pauseMs: PAUSE_MS,
  older,
  say: (line) => console.log(line),
}).finally(() => older && rmSync(older, { recursive: true, force: true }))
console.log('\nUntil a page and a write were answered, after the end of each fault (median, longest):')
for (const [name, of] of Map.groupBy(suffered, (fault) => fault.name)) {
  const times = of.map(({ recoveredMs }) => recoveredMs)
  console.log(`  ${name} (${times.length}): ${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms`)
}
console.log(
  `\nAcknowledged: ${JSON.stringify(done)}; failed in flight: ${failedInFlight}; exit codes ${codes.join(', ')}`,
)
for (const line of wrong.slice(0, 50)) console.log(`! ${line}`)
console.log(wrong.length === 0 ? 'Nothing was lost.' : `${wrong.length} things are wrong.`)
if (wrong.length > 0) process.exitCode = 1
