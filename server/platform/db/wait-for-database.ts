import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isServiceDown, lineOf } from '../unavailable.ts'
import { connectionTo } from './connection-settings.ts'

const WAIT_MS = 120_000
const TRY_EVERY_MS = 500
const CONNECT_TIMEOUT_MS = 5000

/**
 * Waits until PostgreSQL responds, since it may be starting together with this node; logs the wait once. Throws at once for
 * errors that waiting cannot fix, such as a wrong password or a missing database.
 * @throws after two minutes without a response
 */
export async function waitForDatabase(
  url: string,
  options: { say: (line: string) => void; waitMs?: number },
): Promise<void> {
  const until = Date.now() + (options.waitMs ?? WAIT_MS)
  let isLogged = false
  for (;;) {
    try {
      return await askOnce(url)
    } catch (error) {
      if (!isServiceDown(error)) throw error
      if (Date.now() >= until) throw new Error(`the database does not answer: ${lineOf(error)}`)
      if (!isLogged) options.say(`Memeroom waits for the database, two minutes at most: ${lineOf(error)}`)
      isLogged = true
      await sleep(TRY_EVERY_MS)
    }
  }
}

async function askOnce(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}
