import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { isServiceDown } from '../unavailable.ts'
import { withTransaction } from './db.ts'
import type { Engine } from './engine.ts'
import { connectPostgres } from './postgres.ts'

const url = process.env.TEST_DATABASE_URL
const STEP_MS = 500
const STEPS_MAX = 200

let close: () => Promise<void>
afterEach(async () => {
  vi.useRealTimers()
  await close?.()
})

/** Connects through a proxy. `silence` breaks the connections that are open, as a firewall does: no end ever gets a packet again. */
async function connectThroughProxy(): Promise<{ engine: Engine; silence(): void }> {
  const target = new URL(url ?? '')
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = createConnection({ host: target.hostname, port: Number(target.port) })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => {})
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const address = new URL(target)
  address.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const engine = await connectPostgres(address.href, 2)
  close = async () => {
    await engine.close()
    for (const socket of sockets) socket.destroy()
    proxy.close()
  }
  return {
    engine,
    silence() {
      for (const socket of sockets) socket.unpipe().resume()
    },
  }
}

/** Lets time pass until a promise settles. */
async function passTimeUntil(settled: Promise<unknown>): Promise<void> {
  let isPending = true
  const done = () => {
    isPending = false
  }
  settled.then(done, done)
  for (let step = 0; isPending && step < STEPS_MAX; step += 1) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    await nextTurn()
  }
  expect(isPending).toBe(false)
}

const ask = ({ db }: Engine) => sql`select 1`.execute(db)

test.skipIf(!url)('requests on silently broken connections fail, and later ones get new connections', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { engine, silence } = await connectThroughProxy()
  const inTransaction = withTransaction(engine.db, async (tx) => {
    await sql`select 1`.execute(tx)
    silence()
    await sql`select 2`.execute(tx)
  }).catch((error: unknown) => error)
  await passTimeUntil(inTransaction)
  expect(isServiceDown(await inTransaction)).toBe(true)
  await ask(engine)

  silence()
  const alone = ask(engine).catch((error: unknown) => error)
  await passTimeUntil(alone)
  expect(isServiceDown(await alone)).toBe(true)
  await ask(engine)
  expect(engine.pools()[0]).toMatchObject({ inUse: 0, waiting: 0 })
})

test.skipIf(!url)('a silently broken LISTEN connection is lost, and opened again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const { engine, silence } = await connectThroughProxy()
  const states: string[] = []
  const lost = Promise.withResolvers<void>()
  const isBack = Promise.withResolvers<void>()
  await engine.listen('silent_test', (payload) => states.push(payload), isBack.resolve, lost.resolve)
  silence()
  await passTimeUntil(lost.promise)
  await vi.advanceTimersByTimeAsync(STEP_MS)
  await isBack.promise
  await engine.executeSql(`select pg_notify('silent_test', 'arrived')`)
  await expect.poll(() => states).toEqual(['arrived'])
})

test.skipIf(!url)('a jump of the system’s time is no time in which the database responded', async () => {
  const { engine } = await connectThroughProxy()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  expect(engine.answeringForMs()).toBeLessThan(3_600_000)
})
