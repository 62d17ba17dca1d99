import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { poll } from '#test/poll.ts'
import { root, withoutConfiguration } from '../../scripts/bootstrap.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { figure, heading, row } from '../helpers/report.ts'

// Times the phases of a first `npm start`: `npm run bench -- first-start`. Clones the last commit into a temporary folder and
// starts it there with npm's own cache. Run it twice, so that packages come from that cache. Linux only.

const STEP_SECONDS = 5
const IDLE_SHARE = 0.01
/** This many consecutive steps must be idle, so that a pause between two jobs is not taken for the end. */
const IDLE_STEPS = 3
const STEPS_MAX = 36
const TICKS_PER_SECOND = 100
const KIB_PER_MIB = 1024
/** The number of CPU figures shown. */
const SHOWN = 24

interface Moment {
  what: string
  at: number
  processor: number
}

const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-first-start-'))
const clone = path.join(folder, 'memeroom')
const port = await freePort()
const url = `http://127.0.0.1:${port}`

const seconds = (value: number) => `${value.toFixed(1)} s`

function run(command: string, args: string[], cwd = folder): string {
  const ended = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${ended.stderr}`)
  return ended.stdout
}

/** CPU seconds of all processes of a group, including child processes that have ended. */
function processorOf(group: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      if (Number(fields[2]) !== group) continue
      ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    } catch {
      // The process has ended in the meantime.
    }
  }
  return ticks / TICKS_PER_SECOND
}

run('git', ['clone', '--quiet', root, clone])
const child = spawn('npm', ['start'], {
  cwd: clone,
  detached: true,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...withoutConfiguration(process.env), PORT: String(port), DATA_DIR: path.join(folder, 'data') },
})
const group = child.pid ?? 0
const began = performance.now()
const now = (what: string): Moment => ({
  what,
  at: (performance.now() - began) / 1000,
  processor: processorOf(group),
})
const moments: Moment[] = [now('npm start')]
let output = ''
const MARKS: [line: string, phase: string][] = [
  ['installing packages', 'npm and our script started'],
  ['building the web client', 'packages installed'],
  ['Memeroom is running', 'server started'],
  ['demo content is in place', 'demo in place'],
]
const onData = (chunk: Buffer) => {
  output += chunk
  for (const [line, phase] of MARKS)
    if (output.includes(line) && !moments.some(({ what }) => what === phase)) moments.push(now(phase))
}
child.stdout.on('data', onData)
child.stderr.on('data', onData)
/** Phases that are detected by a file, because no output line marks them. */
const FILES: [file: string, phase: string][] = [
  ['dist/web.sources', 'web client built'],
  ['data/owner.lock', 'server begun'],
]
const look = () => {
  for (const [file, phase] of FILES) {
    const isThere = existsSync(path.join(file.startsWith('data') ? folder : clone, file))
    if (isThere && !moments.some(({ what }) => what === phase)) moments.push(now(phase))
  }
}

try {
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(`npm start ended: ${output.slice(-2000)}`)
    look()
    return (await fetch(`${url}/`).catch(() => null))?.ok ?? false
  }
  await poll(answers, { withinMs: 600_000, everyMs: 20, missing: `no answer: ${output.slice(-2000)}` })
  moments.push(now('first answer'))
  heading('embedded')
  const packages = moments.find(({ what }) => what === 'packages installed')
  const steps: number[] = []
  while (
    steps.length < STEPS_MAX &&
    !(steps.length >= IDLE_STEPS && steps.slice(-IDLE_STEPS).every((share) => share < IDLE_SHARE))
  ) {
    const before = processorOf(group)
    const from = performance.now()
    await sleep(STEP_SECONDS * 1000)
    steps.push((processorOf(group) - before) / ((performance.now() - from) / 1000))
  }
  let last: Moment | undefined
  for (const moment of moments.sort((one, other) => one.at - other.at)) {
    const { what, at, processor } = moment
    if (last)
      row(
        ['Until', 'After', 'It took', 'Processor'],
        [what, seconds(at), seconds(at - last.at), seconds(processor - last.processor)],
      )
    last = moment
  }
  const first = moments.find(({ what }) => what === 'first answer')
  const demo = moments.find(({ what }) => what === 'demo in place')
  if (packages && first) figure('packages in place to the first answer', seconds(first.at - packages.at), '15 s')
  if (demo && first)
    figure('the whole demo in place, after the first answer', seconds(Math.max(0, demo.at - first.at)), 'at once')
  figure(
    `processor by ${STEP_SECONDS} s after the first answer`,
    steps
      .slice(0, SHOWN)
      .map((share) => `${(share * 100).toFixed(1)} %`)
      .join(', '),
  )
  const isIdle = steps.length < STEPS_MAX
  const idleAfter = `${(steps.length - IDLE_STEPS) * STEP_SECONDS} s`
  figure(
    `below ${IDLE_SHARE * 100} % of a core`,
    isIdle ? `after ${idleAfter}` : `not within ${idleAfter}`,
    'after 30 s',
  )
  const kilobytes = Number(run('du', ['-sk', path.join(clone, 'node_modules')]).split('\t')[0])
  figure('node_modules', `${Math.round(kilobytes / KIB_PER_MIB)} MiB`, '450 MB')
} finally {
  const ended = child.exitCode === null && new Promise((resolve) => child.once('exit', resolve))
  if (ended) process.kill(-group, 'SIGINT')
  await ended
  await rm(folder, { recursive: true, force: true })
}
