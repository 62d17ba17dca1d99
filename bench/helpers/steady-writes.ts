import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, withTransaction } from '#server/db/db.ts'
import { deleteHours, rollUpActions } from '#server/domains/privacy/retention-queries.ts'
import type { TestApp } from '#test/app.ts'
import { type BuiltMember, buildMember } from '#test/factories.ts'
import { multipart } from '#test/multipart.ts'
import { createRandom } from '#test/random.ts'
import { randomPicture } from '#test/random-picture.ts'
import { filledMemeId } from './action-ledger.ts'

const MEMBERS = 200
const VISITORS_SHARE = 0.4
const UPLOAD_EVERY_MS = 30_000
const RETAINED_EVERY_MS = 10_000
const TICK_MS = 100
const SEEN_AT_ONCE = 10
/** Likes of a member that may be taken back. */
const LIKES_KEPT = 50
const UNLIKED = 0.3

/** Writes as a site in use has them, by HTTP, at a steady rate. */
export interface SteadyWrites {
  /** Requests so far, and rows that retention took from the ledger. */
  done(): { requests: number; retained: number; late: number }
  pause(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

/**
 * So many writes a second: views and copies by visitors and members, likes, albums and what was seen by members; an upload every half minute,
 * whose older one is deleted; and retention, which deletes as many rows of the ledger as came in, ten seconds' worth at once.
 * @param jobsDb without the limits of a request
 */
export async function writeSteadily(app: TestApp, jobsDb: Db, memes: number, perSecond: number): Promise<SteadyWrites> {
  const random = createRandom(5)
  const members: (BuiltMember & { liked: string[] })[] = []
  for (let nth = 0; nth < MEMBERS; nth += 1) members.push({ ...(await buildMember(app)), liked: [] })
  /** A few have most of the actions. */
  const someMeme = () => filledMemeId(1 + Math.floor(memes * random.next() ** 3))
  const uploaded: { id: string; token: string }[] = []
  let [requests, retained, late, running] = [0, 0, 0, 0]
  let [isStopped, isPaused] = [false, false]

  async function post(body: object, token?: string): Promise<void> {
    const answer = await app.call('POST', '/user-action', {
      body,
      ...(token ? { token } : { headers: { 'user-agent': `visitor ${random.below(1_000_000)}` } }),
    })
    if (answer.status !== 200) throw new Error(`${JSON.stringify(body)}: ${answer.status}`)
    requests += 1
  }

  async function write(): Promise<void> {
    const dice = random.next()
    if (random.chance(VISITORS_SHARE)) return post({ memeId: someMeme(), action: dice < 0.9 ? 'view' : 'copy' })
    const member = random.pick(members)
    const { token, liked } = member
    if (dice < 0.45) return post({ memeId: someMeme(), action: 'view' }, token)
    if (dice < 0.55) return post({ memeId: someMeme(), action: 'copy' }, token)
    if (dice < 0.65) return post({ action: 'seen', memeIds: Array.from({ length: SEEN_AT_ONCE }, someMeme) }, token)
    if (dice < 0.72) return post({ memeId: someMeme(), action: 'add-to-album', active: true }, token)
    const taken = liked.length > 0 && random.chance(UNLIKED) ? liked.shift() : undefined
    const memeId = taken ?? someMeme()
    await post({ memeId, action: 'like', active: taken === undefined }, token)
    if (taken === undefined) member.liked = [...liked, memeId].slice(-LIKES_KEPT)
  }

  async function upload(nth: number): Promise<void> {
    const { token } = random.pick(members)
    const image = { name: 'image', value: await randomPicture(`steady ${nth}`), fileName: 'steady.png' }
    const parts = multipart([{ name: 'name', value: `uploaded ${nth}` }, image])
    const answer = await app.call('POST', '/meme', { token, ...parts })
    if (answer.status >= 400) throw new Error(`an upload: ${answer.status}`)
    const { rows } = await sql<{ id: string }>`select id from memes order by created_at desc limit 1`.execute(app.db)
    uploaded.push({ id: rows[0]?.id ?? '', token })
    const old = uploaded.length > 1 ? uploaded.shift() : undefined
    if (old) await app.call('DELETE', `/meme/${old.id}`, { token: old.token })
  }

  const written = async () =>
    (await sql<{ rows: number }>`select count(*)::int as rows from actions where at > ${since}`.execute(jobsDb)).rows[0]
      ?.rows ?? 0
  let since = new Date()
  async function retain(): Promise<void> {
    const until = new Date()
    const rows = await written()
    since = until
    if (rows === 0) return
    retained += await withTransaction(jobsDb, (tx) => rollUpActions(tx, until, rows))
    const oldest = await sql<{ at: Date | null }>`select min(at) as at from actions`.execute(jobsDb)
    const before = oldest.rows[0]?.at
    if (before) await withTransaction(jobsDb, (tx) => deleteHours(tx, before, rows))
  }

  const failed = (error: unknown) => {
    isStopped = true
    console.error(error)
  }
  const every = async (ms: number, work: (nth: number) => Promise<void>) => {
    for (let nth = 1; !isStopped; nth += 1) {
      await sleep(ms)
      if (!isStopped && !isPaused) await work(nth)
    }
  }
  const writing = async () => {
    let owed = 0
    let last = performance.now()
    while (!isStopped) {
      await sleep(TICK_MS)
      const now = performance.now()
      if (!isPaused) owed += ((now - last) / 1000) * perSecond
      last = now
      for (; owed >= 1 && !isPaused; owed -= 1) {
        // A machine that is too busy writes less, instead of piling requests up.
        if (running >= perSecond) {
          late += 1
          continue
        }
        running += 1
        write()
          .catch(failed)
          .finally(() => {
            running -= 1
          })
      }
    }
  }
  const all = Promise.all([
    writing(),
    every(UPLOAD_EVERY_MS, upload).catch(failed),
    every(RETAINED_EVERY_MS, retain).catch(failed),
  ])
  const settled = async () => {
    while (running > 0) await sleep(TICK_MS)
  }
  return {
    done: () => ({ requests, retained, late }),
    async pause() {
      isPaused = true
      await settled()
    },
    resume() {
      isPaused = false
    },
    async stop() {
      isStopped = true
      await all
      await settled()
    },
  }
}
