import type { MemeStats } from '#contract/memes/memes.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { voterTrust } from '#server/platform/voter-trust.ts'
import { notifyOfLikes } from '../notifications/notify.ts'
import {
  type AppliedAction,
  type Change,
  changeState,
  countOncePerWindow,
  distinct,
  likersIn,
  pairOf,
  type RequestedAction,
  sumDeltas,
  sumUses,
  toAlbumItem,
  toEntries,
  toReaction,
  touched,
  windowKey,
} from './changes.ts'
import { findStates, findVoterFacts, lockMemes, openWindows, saveAlbumItems, saveReactions } from './queries.ts'
import { addUses, type MemeChange, readStats, record } from './record-queries.ts'
import { isWindowed, NO_WEIGHT, voteWeight, type Weight } from './rules.ts'

/**
 * Applies actions in the given transaction: state, exact counters, hourly sums and ledger. The number of SQL statements depends
 * neither on the number of actions nor on the number of memes. Actions on the same meme are applied in order.
 * @param locking `waits` waits for memes locked by other transactions; `passes` skips them
 * @returns one result per action; null if its meme was skipped, is not live, or is hidden from the member
 */
export async function applyActions(
  tx: Tx,
  actions: RequestedAction[],
  locking: 'waits' | 'passes',
): Promise<(AppliedAction | null)[]> {
  const memes = await lockMemes(tx, distinct(actions.map(({ memeId }) => memeId)).sort(), locking)
  const onLive = actions.filter(({ memeId }) => memes.has(memeId))
  const held = await findStates(tx, distinctMembers(onLive))
  const heldBy = ({ userId, memeId }: RequestedAction) => held.get(pairOf(userId, memeId))
  const allowed = onLive.filter((wanted) => wanted.userId === null || heldBy(wanted)?.isShown)
  const windows = allowed.filter((wanted) => isWindowed(wanted.action) && wanted.active !== false)
  const opened = await openWindows(tx, windows)
  const open = new Set(opened.map(windowKey))

  const changes = new Map(
    allowed.map((wanted) => [
      wanted,
      isWindowed(wanted.action)
        ? countOncePerWindow(wanted, open, heldBy(wanted))
        : changeState(wanted, heldBy(wanted)),
    ]),
  )
  const counted = [...changes.values()].filter((change) => change.delta !== 0)
  const stats = await write(tx, memes, counted)
  const unchanged = distinct(allowed.map(({ memeId }) => memeId)).filter((memeId) => !stats.has(memeId))
  for (const [memeId, one] of await readStats(tx, unchanged)) stats.set(memeId, one)
  return actions.map((wanted) => {
    const change = changes.get(wanted)
    const after = stats.get(wanted.memeId)
    return change && after ? { stats: after, viewer: change.viewer } : null
  })
}

/** Writes the counted changes and returns the new counters of the affected memes. */
async function write(
  tx: Tx,
  memes: Map<string, { creatorId: string | null }>,
  counted: Change[],
): Promise<Map<string, MemeStats>> {
  if (counted.length === 0) return new Map()
  const creatorOf = (memeId: string) => memes.get(memeId)?.creatorId ?? null
  const weights = await weigh(tx, creatorOf, counted)
  await saveReactions(tx, touched(counted, ['like', 'dislike']).map(toReaction))
  await saveAlbumItems(tx, touched(counted, ['add-to-album']).map(toAlbumItem))
  const byMeme = Map.groupBy(counted, ({ wanted }) => wanted.memeId)
  const sums = [...byMeme].map(([id, changes]): MemeChange => {
    return { id, creatorId: creatorOf(id), ...sumDeltas(changes), ...(weights.get(id) ?? NO_WEIGHT) }
  })
  const stats = await record(tx, sums, counted.flatMap(toEntries))
  await addUses(tx, sumUses(counted))
  await notifyOfLikes(
    tx,
    [...byMeme].flatMap(([id, changes]) => {
      const creatorId = creatorOf(id)
      return creatorId === null ? [] : [{ id, creatorId, likers: likersIn(changes) }]
    }),
  )
  return stats
}

/** Returns the distinct pairs of member and meme. */
function distinctMembers(actions: RequestedAction[]): { userId: string; memeId: string }[] {
  const found = actions.flatMap(({ userId, memeId }) => (userId === null ? [] : [{ userId, memeId }]))
  return [...new Map(found.map((one) => [pairOf(one.userId, one.memeId), one])).values()]
}

/** Returns the trending weight that the batch adds to each meme, and sets each change's and state's own contribution. */
async function weigh(
  tx: Tx,
  creatorOf: (memeId: string) => string | null,
  counted: Change[],
): Promise<Map<string, Weight>> {
  const now = new Date()
  const gains = counted.filter((change) => change.delta > 0)
  const facts = await findVoterFacts(
    tx,
    gains.map((change) => change.wanted),
  )
  const inBatch = new Map<string, number>()
  const sums = new Map(counted.map(({ wanted }) => [wanted.memeId, { ...NO_WEIGHT }]))
  const add = (memeId: string, weight: Weight, sign: 1 | -1) => {
    const sum = sums.get(memeId)
    if (!sum) return
    sum.weight += sign * weight.weight
    sum.young += sign * weight.young
  }
  for (const { wanted, removedWeight } of counted) add(wanted.memeId, removedWeight, -1)
  gains.forEach((change, index) => {
    const { wanted, state } = change
    const fact = facts[index] ?? { accountCreatedAt: null, keepsHistory: true, earlierFromAddress: 0 }
    const key = `${wanted.addressKey} ${wanted.memeId} ${wanted.action}`
    const before = inBatch.get(key) ?? 0
    inBatch.set(key, before + 1)
    const weight = voteWeight({
      action: wanted.action,
      earlierFromAddress: fact.earlierFromAddress + before,
      ...voterTrust(wanted.userId === null ? null : (fact.accountCreatedAt ?? now), now),
      isOwn: wanted.userId !== null && wanted.userId === creatorOf(wanted.memeId),
    })
    if (state && wanted.action === 'add-to-album') state.albumWeight = weight
    else if (state && !isWindowed(wanted.action)) state.reactionWeight = weight
    change.gain = weight
    change.isUnnamed = wanted.action === 'view' && !fact.keepsHistory
    add(wanted.memeId, weight, 1)
  })
  return sums
}
