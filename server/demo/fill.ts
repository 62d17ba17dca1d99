import { DEMO_ACTIONS, type DemoAction, type DemoData, type DemoMeme, readDemoData } from '#demo/data.ts'
import { type PreparedAvatar, type PreparedDemo, type PreparedMeme, readPreparedDemo } from '#demo/prepared.ts'
import { discard } from '../adapters/images/staging.ts'
import { type Tx, withTransaction } from '../db/db.ts'
import { newId } from '../db/id.ts'
import type { Deps } from '../deps.ts'
import { queueComparison } from '../domains/feed/jobs.ts'
import { addMeme } from '../domains/memes/add-meme.ts'
import { storeFiles } from '../domains/memes/store-files.ts'
import { indexMemeWithWords } from '../domains/search/indexing/index-meme.ts'
import { inspectionOf } from '../domains/search/indexing/inspect-picture.ts'
import { refreshTrending } from '../domains/trending/refresh-trending.ts'
import { insertUser } from '../domains/users/accounts.ts'
import {
  beginProgress,
  findDemoUsers,
  insertFollows,
  insertPast,
  lockProgress,
  readProgress,
  setAvatar,
  writeProgress,
} from './seed-queries.ts'
import { lookOf, stageMeme, stagePrepared } from './stage-prepared.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The demo was removed meanwhile (null), or another process has already stored this meme. */
class DemoMoved extends Error {
  readonly progress: number | null

  constructor(progress: number | null) {
    super('the demo was removed or is being filled by another process')
    this.progress = progress
  }
}

/**
 * Stores the missing part of the demo data set, one meme at a time; stops between two memes when the process ends or the demo
 * is removed. Safe to run concurrently: each meme is stored once.
 * @returns whether the demo is complete
 */
export async function fillDemo(deps: Deps, isStopping: () => boolean): Promise<boolean> {
  await withTransaction(deps.db, (tx) => beginProgress(tx))
  try {
    return await fillAll(deps, isStopping)
  } catch (error) {
    // Without progress the demo was removed, so its people are gone.
    if ((await readProgress(deps.db)) === null) return false
    throw error
  }
}

async function fillAll(deps: Deps, isStopping: () => boolean): Promise<boolean> {
  const data = await readDemoData()
  const prepared = await readPreparedDemo()
  const now = new Date()
  const ids = await fillPeople(deps, data, prepared, now, isStopping)
  const byMeme = Map.groupBy(data.actions, ([memeIndex]) => memeIndex)
  let index = (await readProgress(deps.db)) ?? data.memes.length
  const isFilling = index < data.memes.length
  while (index < data.memes.length && !isStopping()) {
    const meme = data.memes[index]
    const picture = meme && prepared.memes[meme.picture]
    const filled = picture && fillMeme(deps, { ...meme, prepared: picture }, index, byMeme.get(index) ?? [], ids, now)
    index = (await filled?.then(() => undefined, progressOf)) ?? index + 1
  }
  const isComplete = (await readProgress(deps.db)) === data.memes.length
  // So that the first visitor finds the lists filled, instead of after the next minute's run.
  if (isComplete && isFilling) await refreshTrending(deps)
  if (isComplete) deps.log.info({ memes: data.memes.length, users: data.people.length }, 'demo content is in place')
  return isComplete
}

/** Where to continue when another process was faster. */
function progressOf(error: unknown): number {
  if (error instanceof DemoMoved && error.progress !== null) return error.progress
  throw error
}

async function stillFilling(tx: Tx): Promise<number> {
  const progress = await lockProgress(tx)
  if (progress === null) throw new DemoMoved(null)
  return progress
}

async function fillPeople(
  deps: Deps,
  { people, follows }: DemoData,
  { avatars }: PreparedDemo,
  now: Date,
  isStopping: () => boolean,
): Promise<string[]> {
  const known = await findDemoUsers(deps.db)
  for (const user of people) {
    if (known.has(user.username) || isStopping()) continue
    const id = newId()
    const made = await withTransaction(deps.db, async (tx) => {
      await stillFilling(tx)
      return insertUser(tx, {
        id,
        username: user.username,
        email: null,
        passwordHash: null,
        displayName: user.displayName,
        bio: user.bio,
        contentLanguage: user.language,
        isDemo: true,
        createdAt: new Date(now.getTime() - user.joinedDaysAgo * DAY_MS),
      })
    })
    if (!made) continue
    const avatar = avatars[user.avatar]
    if (avatar) await giveAvatar(deps, id, avatar)
  }
  const found = await findDemoUsers(deps.db)
  const ids = people.map((user) => found.get(user.username) ?? '')
  const at = new Date(now.getTime() - DAY_MS)
  await withTransaction(deps.db, async (tx) => {
    await stillFilling(tx)
    await insertFollows(
      tx,
      follows
        .map(([from, to]) => ({ followerId: ids[from] ?? '', followedId: ids[to] ?? '', at }))
        .filter(({ followerId, followedId }) => followerId && followedId),
    )
  })
  return ids
}

async function giveAvatar(deps: Deps, userId: string, prepared: PreparedAvatar): Promise<void> {
  const avatar = { files: await stagePrepared(prepared.files, deps) }
  try {
    await storeFiles(deps, Object.values(avatar.files))
    await withTransaction(deps.db, async (tx) => {
      await stillFilling(tx)
      await setAvatar(tx, userId, avatar.files.large.key, avatar.files.small.key)
    })
  } finally {
    await discard(avatar)
  }
}

async function fillMeme(
  deps: Deps,
  meme: DemoMeme & { prepared: PreparedMeme },
  index: number,
  actions: DemoAction[],
  ids: string[],
  now: Date,
): Promise<void> {
  const userId = ids[meme.creator]
  if (!userId) return
  const picture = await stageMeme(meme.prepared, deps)
  try {
    await addMeme(deps, {
      userId,
      words: { name: meme.name, description: meme.description, altText: '' },
      fileName: meme.picture,
      location: 'quick',
      picture,
      sourceHash: meme.prepared.source,
      allowDuplicate: true,
      createdAt: new Date(now.getTime() - meme.minutesAgo * MINUTE_MS),
      inspect: async () => inspectionOf(lookOf(meme.prepared), picture),
      async onMemeWritten(tx, row) {
        const progress = await stillFilling(tx)
        if (progress !== index) throw new DemoMoved(progress)
        await indexMemeWithWords(tx, row, meme.words)
        await insertPast(
          tx,
          row.id,
          userId,
          actions.map(([, person, action, minutesAgo]) => ({
            userId: ids[person] ?? null,
            action: DEMO_ACTIONS[action] ?? 'view',
            at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
          })),
        )
        await queueComparison(deps, tx)
        await writeProgress(tx, index + 1)
      },
    })
  } finally {
    await discard(picture)
  }
}
