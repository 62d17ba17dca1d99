import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { DEMO_ACTIONS, type DemoAction, type DemoData, type DemoMeme, readDemoData, readDemoFile } from '#demo/data.ts'
import { prepareAvatar } from '../adapters/images/prepare-avatar.ts'
import { preparePicture } from '../adapters/images/prepare-picture.ts'
import { discard, receivePicture } from '../adapters/images/staging.ts'
import { type Tx, withTransaction } from '../db/db.ts'
import { newId } from '../db/id.ts'
import type { Deps } from '../deps.ts'
import { queueComparison } from '../domains/feed/jobs.ts'
import { addMeme } from '../domains/memes/add-meme.ts'
import { storeFiles } from '../domains/memes/store-files.ts'
import { indexMemeWithWords } from '../domains/search/indexing/index-meme.ts'
import { inspectPicture } from '../domains/search/indexing/inspect-picture.ts'
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

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A pause between two memes, so that requests are not delayed. */
const PAUSE_MS = 30

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

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
  const now = new Date()
  const ids = await fillPeople(deps, data, now, isStopping)
  const byMeme = Map.groupBy(data.actions, ([memeIndex]) => memeIndex)
  let index = (await readProgress(deps.db)) ?? data.memes.length
  while (index < data.memes.length && !isStopping()) {
    const meme = data.memes[index]
    const filled = meme && fillMeme(deps, meme, index, byMeme.get(index) ?? [], ids, now)
    index = (await filled?.then(() => undefined, progressOf)) ?? index + 1
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  const isComplete = (await readProgress(deps.db)) === data.memes.length
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
    await giveAvatar(deps, id, await readDemoFile(user.avatar))
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

async function giveAvatar(deps: Deps, userId: string, bytes: Buffer): Promise<void> {
  const source = await receivePicture(once(bytes), { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES })
  const avatar = await prepareAvatar(source, { stagingDir: deps.stagingDir })
  try {
    await storeFiles(deps, Object.values(avatar.files))
    await withTransaction(deps.db, async (tx) => {
      await stillFilling(tx)
      await setAvatar(tx, userId, avatar.files.large.key, avatar.files.small.key)
    })
  } finally {
    await discard(avatar)
    await discard(source)
  }
}

async function fillMeme(
  deps: Deps,
  meme: DemoMeme,
  index: number,
  actions: DemoAction[],
  ids: string[],
  now: Date,
): Promise<void> {
  const userId = ids[meme.creator]
  if (!userId) return
  const bytes = await readDemoFile(meme.picture)
  const source = await receivePicture(once(bytes), { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES })
  const picture = await preparePicture(source, { stagingDir: deps.stagingDir })
  try {
    await addMeme(deps, {
      userId,
      words: { name: meme.name, description: meme.description, altText: '' },
      fileName: meme.picture,
      location: 'quick',
      picture,
      sourceHash: source.sha256,
      allowDuplicate: true,
      createdAt: new Date(now.getTime() - meme.minutesAgo * MINUTE_MS),
      inspect: inspectPicture,
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
        await queueComparison(deps, tx, row)
        await writeProgress(tx, index + 1)
      },
    })
  } finally {
    await discard(picture)
    await discard(source)
  }
}
