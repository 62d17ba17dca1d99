import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Deps } from '#server/platform/deps.ts'
import type { TestApp } from './app.ts'
import { startApp } from './app-process.ts'
import { buildMember, buildMeme } from './factories.ts'
import { persistentEnvironment } from './persistent-environment.ts'
import { createPrintedRandom } from './random.ts'
import { withDeps } from './with-deps.ts'

/** 30 for a thorough run; fewer in `npm test` to save time. */
const KILLS = Number(process.env.KILLS ?? 3)
const MEMBERS = 12
const AT_ONCE = 24
const KILL_WITHIN_MS = 900
const random = createPrintedRandom('instants of kills')
const CHANGES = ['like', 'dislike', 'add-to-album', 'copy'] as const

const environment = persistentEnvironment({ LOG_LEVEL: 'error' })

interface Storm {
  /** Views by one-time visitors: sent, and acknowledged. */
  sent: number
  answered: number
}

/** Sends views by new visitors and changing reactions of members, on one hot meme and a few others, until the server dies. */
async function storm(url: string, memeIds: string[], tokens: string[], round: number): Promise<Storm> {
  const count: Storm = { sent: 0, answered: 0 }
  let isAlive = true
  const post = (body: object, headers: Record<string, string>) =>
    fetch(`${url}/api/user-action`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).then(
      (answer) => answer.ok,
      () => {
        isAlive = false
        return false
      },
    )
  const worker = async (number: number) => {
    for (let sent = 0; isAlive; sent += 1) {
      const memeId = sent % 3 === 0 ? memeIds[(number + sent) % memeIds.length] : memeIds[0]
      if (number % 2 === 0) {
        count.sent += 1
        const isCounted = await post({ memeId, action: 'view' }, { 'user-agent': `visitor ${round} ${number} ${sent}` })
        count.answered += Number(isCounted)
      } else {
        const action = CHANGES[(number + sent) % CHANGES.length]
        await post({ memeId, action }, { authorization: `Bearer ${tokens[number % tokens.length]}` })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => worker(number)))
  return count
}

/**
 * For every meme: its counters, and the totals of ledger, hours and states. On a slow machine, a meme may have had no action yet.
 */
async function sums({ db }: Deps) {
  const found = await sql<{ counted: number[]; ledger: number[]; hours: number[]; states: number[]; drift: number }>`
    select array[s.view_count, s.like_count, s.dislike_count, s.copy_count] as counted,
      (select array[${sum('view')}, ${sum('like')}, ${sum('dislike')}, ${sum('copy')}]
        from actions where meme_id = s.meme_id) as ledger,
      (select array[coalesce(sum(views), 0)::int, coalesce(sum(likes), 0)::int, s.dislike_count, coalesce(sum(copies), 0)::int]
        from meme_hours where meme_id = s.meme_id) as hours,
      (select array[s.view_count, count(*) filter (where kind = 'like')::int, count(*) filter (where kind = 'dislike')::int, s.copy_count]
        from reactions where meme_id = s.meme_id) as states,
      abs((select coalesce(sum(weight + young_weight), 0) from meme_hours where meme_id = s.meme_id)
        - (select coalesce(sum(weight + young_weight), 0) from actions where meme_id = s.meme_id)) as drift
    from meme_stats s`.execute(db)
  return found.rows
}
const sum = (action: string) => sql`coalesce(sum(delta) filter (where action = ${action}), 0)::int`

test(`after kills in ${KILLS} storms of actions every counter matches the ledger and nothing acknowledged is lost`, {
  timeout: 600_000,
}, async () => {
  const { memeIds, tokens } = await withDeps(environment(), async (deps) => {
    const factory = { deps, db: deps.db } as TestApp
    const memes = [await buildMeme(factory), await buildMeme(factory), await buildMeme(factory)]
    const members = []
    for (let index = 0; index < MEMBERS; index += 1) members.push(await buildMember(factory))
    return { memeIds: memes.map((meme) => meme.id), tokens: members.map((member) => member.token) }
  })
  const total: Storm = { sent: 0, answered: 0 }
  for (let round = 0; round < KILLS; round += 1) {
    const app = await startApp(environment())
    const raging = storm(app.url, memeIds, tokens, round)
    await sleep(150 + random.next() * KILL_WITHIN_MS)
    process.kill(app.pid, 'SIGKILL')
    const { sent, answered } = await raging
    await app.stop()
    total.sent += sent
    total.answered += answered
  }
  const rows = await withDeps(environment(), sums)
  expect(rows).toHaveLength(memeIds.length)
  for (const { counted, ledger, hours, states, drift } of rows) {
    expect(ledger).toEqual(counted)
    expect(hours).toEqual(counted)
    expect(states).toEqual(counted)
    expect(drift).toBeLessThan(1e-6)
  }
  const views = rows.reduce((all, row) => all + (row.counted[0] ?? 0), 0)
  expect(total.answered).toBeGreaterThan(0)
  expect(views).toBeGreaterThanOrEqual(total.answered)
  expect(views).toBeLessThanOrEqual(total.sent)
})
