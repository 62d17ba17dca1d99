import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRemotely } from '#server/ops/cli/command-client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type AppProcess, startApp } from './app-process.ts'
import { cli, startCli } from './cli.ts'
import { buildMember, buildMeme } from './factories.ts'
import { withDeps } from './with-deps.ts'

const COMMANDS = 100
const KILL_AFTER = 60
const READERS = 8
/** This many use the command line itself, the others only its protocol. */
const PROCESSES = 6

let dataDir: string
let memeIds: string[]
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-load-'))
  memeIds = await onData(async (deps) => {
    const test = { db: deps.db, deps }
    const { user } = await buildMember(test)
    const ids: string[] = []
    for (let count = 0; count < COMMANDS; count += 1) ids.push((await buildMeme(test, { user })).id)
    return ids
  })
}, 240_000)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const onData = <T>(use: (deps: Deps) => Promise<T>) => withDeps({ DATA_DIR: dataDir, OCR: 'off' }, use)

const removedIds = () =>
  onData(async (deps) => {
    const rows = await deps.db.selectFrom('memes').select('id').where('status', '=', 'removed').execute()
    return new Set(rows.map((row) => row.id))
  })

/** Sends reads and actions continuously until the server is gone. */
async function load(url: string): Promise<void> {
  const view = (memeId: string | undefined, count: number) =>
    fetch(`${url}/api/user-action`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `visitor ${count}` },
      body: JSON.stringify({ memeId, action: 'view' }),
    })
  const reader = async (number: number) => {
    for (let count = number; ; count += READERS) {
      const answer = count % 2 === 0 ? fetch(`${url}/api/recommendation-feed`) : view(memeIds[count % COMMANDS], count)
      const isAlive = await answer
        .then((response) => response.arrayBuffer())
        .then(
          () => true,
          () => false,
        )
      if (!isAlive) return
    }
  }
  await Promise.all(Array.from({ length: READERS }, (_, number) => reader(number)))
}

test('loses no acknowledged command of a hundred under load, killed midway or not', {
  timeout: 300_000,
}, async () => {
  const socket = path.join(dataDir, 'commands.sock')
  const acknowledged: string[] = []
  const first = await startApp({ DATA_DIR: dataDir, OCR: 'off', LOG_LEVEL: 'silent' })
  const loading = load(first.url)
  const outcomes = await Promise.all(memeIds.map((id) => remove(id, first)))
  await loading
  await first.stop()
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER)
  // No other command reported success.
  expect(outcomes.filter((outcome) => outcome === 0)).toHaveLength(acknowledged.length)
  const remaining = await removedIds()
  expect(acknowledged.filter((id) => !remaining.has(id))).toEqual([])

  const second = await startApp({ DATA_DIR: dataDir, OCR: 'off', LOG_LEVEL: 'silent' })
  const loadingAgain = load(second.url)
  const rest = memeIds.filter((id) => !remaining.has(id))
  const byHand = rest.slice(0, PROCESSES)
  const [answers, outcomesAgain] = await Promise.all([
    Promise.all(byHand.map((id) => cli({ DATA_DIR: dataDir }, 'meme', 'remove', id, 'Not here'))),
    Promise.all(rest.slice(PROCESSES).map((id) => remove(id, second))),
  ])
  expect(answers).toEqual(byHand.map((id) => ({ code: 0, out: `Removed meme ${id}.\n`, err: '' })))
  expect(outcomesAgain).toEqual(outcomesAgain.map(() => 0))
  expect(await second.stop()).toBe(0)
  await loadingAgain
  expect(await removedIds()).toEqual(new Set(memeIds))

  async function remove(id: string, app: AppProcess): Promise<number | 'not begun' | 'unknown'> {
    const signal = new AbortController().signal
    const io = { print() {}, complain() {}, showProgress() {}, isTerminal: false, signal }
    const outcome = await runRemotely(socket, ['meme', 'remove', id, 'Not here'], io).catch(() => 'unknown' as const)
    if (outcome === 0 && acknowledged.push(id) === KILL_AFTER) process.kill(app.pid, 'SIGKILL')
    return outcome
  }
})

test('a server killed or stopped during a command reports it or finishes the command first', {
  timeout: 240_000,
}, async () => {
  const environment = { DATA_DIR: dataDir }
  await onData(async (deps) => {
    await deps.db.updateTable('memes').set({ status: 'ready' }).execute()
  })
  const first = await startApp(environment)
  const cut = startCli(environment, 'reindex')
  await cut.prints('memes to read')
  process.kill(first.pid, 'SIGKILL')
  expect(await cut.ended).toEqual({
    code: 1,
    out: expect.stringMatching(/^\d+ memes to read\n/),
    err: 'memeroom reindex: the running process ended during the command; it may or may not have completed\n',
  })
  await first.stop()

  const second = await startApp(environment)
  const ended = startCli(environment, 'reindex')
  await ended.prints('memes to read')
  expect(await second.stop()).toBe(0)
  expect(await ended.ended).toMatchObject({ code: 1, err: expect.stringMatching(/^Stopped after \d+ of \d+ memes/) })
})
