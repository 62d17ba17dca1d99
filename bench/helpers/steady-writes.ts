import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, withTransaction } from '#server/db/db.ts'
import { createActionRecorder, type MemeAction } from '#server/domains/actions/record-action.ts'
import { recordSeen } from '#server/domains/actions/record-seen.ts'
import { deleteHours, rollUpActions } from '#server/domains/privacy/retention-queries.ts'
import { NO_FILTERS, type Viewer } from '#server/viewer.ts'
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
const VISITORS = 1_000_000

/** Writes as a site in use has them, at a steady rate. */
export interface SteadyWrites {
  /** Writes so far, those left out since too many others had not ended, and rows that retention took from the ledger. */
  done(): { written: number; late: number; retained: number }
  pause(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

/**
 * So many writes a second: views and copies by visitors and members, likes, albums and what was seen by members; an upload every half minute by HTTP,
 * whose older one is deleted; and retention, which deletes as many rows of the ledger as came in, ten seconds' worth at once.
 * @param jobsDb without the limits of a request
 */
export async function writeSteadily(app: TestApp, jobsDb: Db, memes: number, perSecond: number): Promise<SteadyWrites> {
  const random = createRandom(5)
  const record = createActionRecorder(app.deps)
  const members: (BuiltMember & { liked: string[] })[] = []
  for (let nth = 0; nth < MEMBERS; nth += 1) members.push({ ...(await buildMember(app)), liked: [] })
  /** A few have most of the actions. */
  const someMeme = () => filledMemeId(1 + Math.floor(memes * random.next() ** 3))
  const uploaded: { id: string; token: string }[] = []
  let [done, retained, late, running] = [0, 0, 0, 0]
  let [isStopped, isPaused] = [false, false]

  async function write(): Promise<void> {
    const dice = random.next()
    if (random.chance(VISITORS_SHARE)) {
      await record(visitor(random.below(VISITORS)), { memeId: someMeme(), action: dice < 0.9 ? 'view' : 'copy' })
      return
    }
    const member = random.pick(members)
    const viewer = memberOf(member)
    const act = (action: MemeAction['action'], memeId = someMeme(), active = true) =>
      record(viewer, { memeId, action, active })
    if (dice < 0.45) await act('view')
    else if (dice < 0.55) await act('copy')
    else if (dice < 0.65) await recordSeen(app.deps, viewer, Array.from({ length: SEEN_AT_ONCE }, someMeme))
    else if (dice < 0.72) await act('add-to-album')
    else if (member.liked.length > 0 && random.chance(UNLIKED)) await act('like', member.liked.shift(), false)
    else {
      const memeId = someMeme()
      await act('like', memeId)
      member.liked = [...member.liked, memeId].slice(-LIKES_KEPT)
    }
  }

  async function upload(nth: number): Promise<void> {
    const { token } = random.pick(members)
    const image = { name: 'image', value: await randomPicture(`steady ${nth}`), fileName: 'steady.png' }
    const parts = multipart([{ name: 'name', value: `uploaded ${nth}` }, image])
    const answer = await app.call('POST', '/meme', { token, ...parts })
    // 503: there are too many requests just now.
    if (answer.status === 503) return
    if (answer.status >= 400) throw new Error(`an upload: ${answer.status}`)
    const { rows } = await sql<{ id: string }>`select id from memes order by created_at desc limit 1`.execute(app.db)
    uploaded.push({ id: rows[0]?.id ?? '', token })
    const old = uploaded.length > 1 ? uploaded.shift() : undefined
    if (old) await app.call('DELETE', `/meme/${old.id}`, { token: old.token })
  }

  const rowsSince = async () =>
    (await sql<{ rows: number }>`select count(*)::int as rows from actions where at > ${since}`.execute(jobsDb)).rows[0]
      ?.rows ?? 0
  let since = new Date()
  async function retain(): Promise<void> {
    const until = new Date()
    const rows = await rowsSince()
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
          .then(() => {
            done += 1
          })
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
    done: () => ({ written: done, late, retained }),
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

const source = (nth: number) => ({
  language: 'en' as const,
  address: `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
  userAgent: `steady ${nth}`,
})

const visitor = (nth: number): Viewer => ({ kind: 'visitor', ...source(nth) })

const memberOf = ({ user: { id, username } }: BuiltMember): Viewer => ({
  kind: 'member',
  ...source(Number.parseInt(id.slice(-6), 16)),
  userId: id,
  username,
  sessionId: id,
  confirmedAt: new Date(),
  contentLanguage: 'en',
  suspended: false,
  role: 'member',
  filters: NO_FILTERS,
})
