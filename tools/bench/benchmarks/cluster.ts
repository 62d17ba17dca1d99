import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCluster } from '#test/cluster/run-cluster.ts'
import { root } from '../../scripts/bootstrap.mjs'
import { defaultFolder } from '../../scripts/postgres.mjs'
import { median } from '../helpers/machine.ts'
import { figure, heading, row } from '../helpers/report.ts'

// Runs two serving and two worker nodes behind nginx through a series of faults: `npm run bench -- cluster [MINUTES [COMMIT]]`.
// With a commit, all nodes start as that version of the product, on its schema, and are first updated one after another. Exits
// with code 1 if acknowledged data is lost or a request fails without a reason. Needs nginx and the PostgreSQL of `npm run
// postgres`.

const MINUTES = Number(process.argv[3] ?? 10)
const FAULT_MS = 4000
const PAUSE_MS = 100
const COMMIT = process.argv[4]

/** Checks out the product at a commit, using the packages installed here. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'memeroom-older-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

heading('PostgreSQL')
const older = COMMIT === undefined ? undefined : checkOut(COMMIT)
const { suffered, done, failedInFlight, wrong, codes } = await runCluster({
  postgresFolder: process.env.TEST_POSTGRES_FOLDER ?? defaultFolder,
  seconds: MINUTES * 60,
  faultMs: FAULT_MS,
  pauseMs: PAUSE_MS,
  older,
  say: (line) => console.log(line),
}).finally(() => older && rmSync(older, { recursive: true, force: true }))
const columns = ['Until a page and a write were answered, after the end of a fault', 'Times', 'Median', 'Longest']
for (const [name, of] of Map.groupBy(suffered, (fault) => fault.name)) {
  const times = of.map(({ recoveredMs }) => recoveredMs)
  row(columns, [name, times.length, `${median(times).toFixed(0)} ms`, `${Math.max(...times).toFixed(0)} ms`])
}
for (const [kind, count] of Object.entries(done)) figure(`acknowledged: ${kind}`, String(count))
figure('requests that failed in flight, during a fault that they may fail for', String(failedInFlight))
figure('lost, done twice, or failed otherwise', String(wrong.length), '0')
figure('exit codes of the nodes', codes.join(', '))
for (const line of wrong.slice(0, 50)) console.log(`! ${line}`)
if (wrong.length > 0) process.exitCode = 1
