import { createActionRecorder } from '#server/domains/actions/record-action.ts'
import type { Visitor } from '#server/viewer.ts'
import { createTestApp } from '#test/app.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { filledMemeId, fillSite } from '../helpers/action-ledger.ts'
import { processorMs } from '../helpers/processor-time.ts'
import { engineName, figure, heading } from '../helpers/report.ts'

// Actions a second on one hot meme and over many memes, and what others wait meanwhile; then likes by HTTP of members over many memes,
// with the processor time of one: `npm run bench -- actions [ACTIONS]`; on PostgreSQL where TEST_DATABASE_URL names one, else embedded.

const [actions = 2000] = process.argv.slice(3).map(Number)
const AT_ONCE = 100
const MEMES = 20
const LIKERS = 50
const LIKED_MEMES = 1000
const CREATORS = 100

const app = await createTestApp()
const record = createActionRecorder(app.deps)
const memes = await Promise.all(Array.from({ length: MEMES }, () => buildMeme(app)))
const [hot] = memes
if (!hot) throw new Error('no meme')
heading(engineName(process.env.TEST_DATABASE_URL))

const quiet = await readsWhile(async () => new Promise((resolve) => setTimeout(resolve, 1000)))
figure('another meme read, nothing else going on, median', `${quiet.median} ms`)
const onHot = await readsWhile(() => views(() => hot.id))
figure('one popular meme, actions a second', onHot.perSecond, '500')
figure('another meme read meanwhile, median', `${onHot.median} ms`)
const spread = await readsWhile(() => views((index) => memes[index % MEMES]?.id ?? hot.id))
figure(`over ${MEMES} memes, actions a second`, spread.perSecond)
figure('another meme read meanwhile, median', `${spread.median} ms`)
const stats = await app.db.selectFrom('meme_stats').selectAll().where('meme_id', '=', hot.id).executeTakeFirstOrThrow()
figure('views of the popular meme that were counted', `${stats.view_count} of ${actions + actions / MEMES}`)
await app.stop()
await likes()

/** Each member likes meme after meme, all of them at once. */
async function likes(): Promise<void> {
  const engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'
  const app = await createTestApp()
  await fillSite(app.db, LIKED_MEMES, 1, CREATORS)
  await app.maintain()
  const tokens = (await Promise.all(Array.from({ length: LIKERS }, () => buildMember(app)))).map(({ token }) => token)
  const round = async (first: number, each: number) => {
    await Promise.all(
      tokens.map(async (token, at) => {
        for (let nth = 0; nth < each; nth += 1) {
          const memeId = filledMemeId(1 + ((first + nth + at * 17) % LIKED_MEMES))
          const answer = await app.call('POST', '/user-action', {
            token,
            body: { memeId, action: 'like', active: true },
          })
          if (answer.status !== 200) throw new Error(`a like: ${answer.status}`)
        }
      }),
    )
  }
  await round(0, 10)
  const each = Math.max(1, Math.round(actions / LIKERS))
  const before = await processorMs(app.db, engine)
  const began = performance.now()
  await round(10, each)
  const seconds = (performance.now() - began) / 1000
  const ms = ((await processorMs(app.db, engine)) - before) / (each * LIKERS)
  const likes = `likes by HTTP of ${LIKERS} members over ${LIKED_MEMES} memes`
  figure(`${likes}, a second`, ((each * LIKERS) / seconds).toFixed(0), '1,000')
  figure('processor of a like, database included', `${ms.toFixed(2)} ms`, '2 ms')
  await app.stop()
}

async function views(memeOf: (index: number) => string): Promise<void> {
  let next = 0
  const stamp = Math.random()
  const worker = async () => {
    while (next < actions) {
      const index = next++
      const viewer: Visitor = {
        kind: 'visitor',
        language: 'en',
        address: `10.${index >> 8}.${index & 255}.1`,
        userAgent: `${stamp}`,
      }
      await record(viewer, { memeId: memeOf(index), action: 'view' })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function readsWhile(work: () => Promise<unknown>): Promise<{ perSecond: string; median: string }> {
  const other = memes[1]?.id
  const times: number[] = []
  let isDone = false
  const reading = (async () => {
    while (!isDone) {
      const began = performance.now()
      await app.call('GET', `/meme/${other}`)
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  isDone = true
  await reading
  return {
    perSecond: (actions / seconds).toFixed(0),
    median: (times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0).toFixed(1),
  }
}
