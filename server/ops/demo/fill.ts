import { DEMO_ACTIONS, type DemoAction, type DemoData, type DemoMeme, readDemoData } from '#demo/data.ts'
import { type PreparedAvatar, type PreparedMeme, readPreparedDemo } from '#demo/prepared.ts'
import { queueComparison } from '../../domains/feed/jobs.ts'
import { newMeme } from '../../domains/memes/add-meme.ts'
import { insertMemes } from '../../domains/memes/queries.ts'
import { claimFiles, withStoredFiles } from '../../domains/memes/store-files.ts'
import { filesOf } from '../../domains/memes/take-down.ts'
import { findBlockedFiles, hideUnseenFiles } from '../../domains/memes/take-down-queries.ts'
import { indexMemesWithWords } from '../../domains/search/indexing/index-meme.ts'
import { findBlockedAmong } from '../../domains/search/likeness/block-list.ts'
import type { VisualDescriptor } from '../../domains/search/likeness/descriptor/visual.ts'
import { upsertVisualDescriptors } from '../../domains/search/likeness/queries.ts'
import { refreshTrending } from '../../domains/trending/refresh-trending.ts'
import { addMemesCount, insertUser } from '../../domains/users/accounts.ts'
import { type Tx, withTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/id.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PreparedPicture } from '../../platform/images/prepare-picture.ts'
import { discard, type StagedFile } from '../../platform/images/staging.ts'
import {
  beginProgress,
  findDemoUsers,
  insertFollows,
  insertPast,
  lockProgress,
  readProgress,
  setAvatars,
  writeProgress,
} from './seed-queries.ts'
import { descriptorOf, stageMeme, stagePrepared } from './stage-prepared.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Batch size: one transaction stores a batch in some tenths of a second. */
const MEMES_AT_ONCE = 50

/** The demo was removed meanwhile (null), or another process has already stored this meme. */
class DemoMoved extends Error {
  readonly progress: number | null

  constructor(progress: number | null) {
    super('the demo was removed or is being filled by another process')
    this.progress = progress
  }
}

/**
 * Stores the missing part of the demo data set in batches; stops between batches when the process ends or the demo is removed.
 * Safe to run concurrently: each meme is stored once.
 * @returns whether the demo is complete
 */
export async function fillDemo(deps: Deps, isStopping: () => boolean): Promise<boolean> {
  await withTransaction(deps.db, (tx) => beginProgress(tx))
  try {
    return await fillAll(deps, isStopping)
  } catch (error) {
    // No progress means that the demo, including its users, was removed.
    if ((await readProgress(deps.db)) === null) return false
    throw error
  }
}

async function fillAll(deps: Deps, isStopping: () => boolean): Promise<boolean> {
  if (isStopping()) return false
  const data = await readDemoData()
  const isThere = async () => (await readProgress(deps.db)) === data.memes.length
  if (await isThere()) return true
  const prepared = await readPreparedDemo()
  const now = new Date()
  const ids = await fillPeople(deps, data, prepared.avatars, now)
  const actions = Map.groupBy(data.actions, ([memeIndex]) => memeIndex)
  let from = (await readProgress(deps.db)) ?? data.memes.length
  while (from < data.memes.length && !isStopping()) {
    const to = Math.min(from + MEMES_AT_ONCE, data.memes.length)
    const some = data.memes.slice(from, to).flatMap((meme, at) => {
      const [userId, picture] = [ids[meme.creator], prepared.memes[meme.picture]]
      return userId && picture ? [{ meme, userId, prepared: picture, actions: actions.get(from + at) ?? [] }] : []
    })
    from = await fillMemes(deps, some, { from, to, ids, now }).then(() => to, progressOf)
  }
  const isComplete = await isThere()
  // Refresh now, so that the first visitor sees filled lists without waiting for the next minute's run.
  if (isComplete) await refreshTrending(deps)
  return isComplete
}

/** Returns where to continue if another process was faster. */
function progressOf(error: unknown): number {
  if (error instanceof DemoMoved && error.progress !== null) return error.progress
  throw error
}

async function stillFilling(tx: Tx): Promise<number> {
  const progress = await lockProgress(tx)
  if (progress === null) throw new DemoMoved(null)
  return progress
}

/** @returns their ids, in data set order; empty where the username belongs to someone else */
async function fillPeople(
  deps: Deps,
  { people, follows }: DemoData,
  avatars: Record<string, PreparedAvatar>,
  now: Date,
): Promise<string[]> {
  const known = await findDemoUsers(deps.db)
  const missing = people.filter(({ username }) => !known.has(username))
  const staged: { username: string; files: Record<'large' | 'small', StagedFile> }[] = []
  try {
    for (const { username, avatar } of missing) {
      const files = avatars[avatar]?.files
      if (files) staged.push({ username, files: await stagePrepared(files, deps) })
    }
    const stored = staged.flatMap(({ files }) => Object.values(files))
    const claim = () =>
      withTransaction(deps.db, async (tx) => {
        await stillFilling(tx)
        for (const user of missing)
          await insertUser(tx, {
            id: newId(),
            username: user.username,
            email: null,
            passwordHash: null,
            displayName: user.displayName,
            bio: user.bio,
            contentLanguage: user.language,
            isDemo: true,
            createdAt: new Date(now.getTime() - user.joinedDaysAgo * DAY_MS),
          })
        const found = await findDemoUsers(tx)
        const faces = staged.flatMap(({ username, files }) => {
          const userId = found.get(username)
          return userId ? [{ userId, large: files.large.key, small: files.small.key }] : []
        })
        if (faces.length > 0) {
          await setAvatars(tx, faces)
          await claimFiles(
            tx,
            faces.flatMap(({ large, small }) => [large, small]),
          )
        }
        const ids = people.map(({ username }) => found.get(username) ?? '')
        const at = new Date(now.getTime() - DAY_MS)
        await insertFollows(
          tx,
          follows
            .map(([from, to]) => ({ followerId: ids[from] ?? '', followedId: ids[to] ?? '', at }))
            .filter(({ followerId, followedId }) => followerId && followedId),
        )
        return ids
      })
    return await withStoredFiles(deps, stored, claim)
  } finally {
    for (const avatar of staged) await discard(avatar)
  }
}

interface Filling {
  meme: DemoMeme
  userId: string
  prepared: PreparedMeme
  actions: DemoAction[]
}

async function fillMemes(
  deps: Deps,
  some: Filling[],
  { from, to, ids, now }: { from: number; to: number; ids: string[]; now: Date },
): Promise<void> {
  const staged: (Filling & { picture: PreparedPicture })[] = []
  try {
    for (const one of some) staged.push({ ...one, picture: await stageMeme(one.prepared, deps) })
    const claim = () =>
      withTransaction(deps.db, async (tx) => {
        const progress = await stillFilling(tx)
        if (progress !== from) throw new DemoMoved(progress)
        await insertAll(deps, tx, staged, ids, now)
        await writeProgress(tx, to)
      })
    const files = staged.flatMap(({ picture }) => Object.values(picture.files))
    await withStoredFiles(deps, files, claim)
  } finally {
    for (const { picture } of staged) await discard(picture)
  }
}

async function insertAll(
  deps: Deps,
  tx: Tx,
  some: (Filling & { picture: PreparedPicture })[],
  ids: string[],
  now: Date,
): Promise<void> {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
  const looked = some.map((one) => ({ ...one, look: descriptorOf(one.prepared), animated: one.picture.animated }))
  const memes = (await withoutBlocked(tx, looked)).map((one) => ({
    ...one,
    row: newMeme(
      {
        userId: one.userId,
        words: { name: one.meme.name, description: one.meme.description, altText: '' },
        fileName: one.meme.picture,
        location: 'quick',
        picture: one.picture,
        sourceHash: one.prepared.source,
        createdAt: ago(one.meme.minutesAgo),
      },
      false,
    ),
  }))
  if (memes.length === 0) return
  const rows = await insertMemes(
    tx,
    memes.map(({ row }) => row),
  )
  const hidden = rows.filter(({ status }) => status === 'hidden')
  if (hidden.length > 0) await hideUnseenFiles(tx, hidden.flatMap(filesOf))
  for (const [userId, made] of Map.groupBy(memes, (one) => one.userId)) await addMemesCount(tx, userId, made.length)
  await upsertVisualDescriptors(
    tx,
    memes.map(({ row, look }) => ({ memeId: row.id, look })),
  )
  await indexMemesWithWords(
    tx,
    memes.map(({ row, meme }) => ({ id: row.id, words: meme.words })),
  )
  const past = memes.map(({ row, actions }) => ({
    memeId: row.id,
    actions: actions.map(([, person, action, minutesAgo]) => ({
      userId: ids[person] || null,
      action: DEMO_ACTIONS[action] ?? 'view',
      at: ago(minutesAgo),
    })),
  }))
  await insertPast(tx, past)
  await queueComparison(deps, tx)
}

/** Excludes pictures that moderators took down or blocked before the demo was refilled. */
async function withoutBlocked<T extends Filling & { look: VisualDescriptor; animated: boolean }>(
  tx: Tx,
  some: T[],
): Promise<T[]> {
  const keysOf = ({ prepared }: T) => Object.values(prepared.files).map(({ key }) => key)
  if (some.length === 0) return some
  const files = new Set(await findBlockedFiles(tx, some.flatMap(keysOf)))
  const alike = new Set(await findBlockedAmong(tx, some))
  return some.filter((one) => !alike.has(one) && !keysOf(one).some((key) => files.has(key)))
}
