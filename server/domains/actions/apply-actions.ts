import type { ActionName } from '#contract/actions.ts'
import type { MemeStats, MemeViewer } from '#contract/memes.ts'
import type { Tx } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import { voterTrust } from '#server/voter-trust.ts'
import { notifyOfLikes } from '../notifications/notify.ts'
import {
  addUses,
  findHeld,
  findVoterFacts,
  type HeldState,
  type LedgerEntry,
  lockMeme,
  openWindows,
  readStats,
  record,
  saveAlbumItems,
  saveReactions,
} from './queries.ts'
import {
  type Deltas,
  FORGOTTEN_VIEWER,
  isWindowed,
  NO_DELTAS,
  NO_WEIGHT,
  nextReaction,
  reactionDeltas,
  scaledPoint,
  voteWeight,
  type Weight,
} from './rules.ts'

export interface WantedAction {
  /** A member's id; null for visitors. */
  userId: string | null
  viewerKey: string
  addressKey: string
  action: ActionName
  active: boolean | undefined
  source: string | null
  device: string | null
  language: string | null
}

export interface AppliedAction {
  stats: MemeStats
  viewer: Partial<MemeViewer>
}

interface Change {
  wanted: WantedAction
  delta: -1 | 0 | 1
  deltas: Deltas
  viewer: Partial<MemeViewer>
  /** The other reaction, if this one replaced it; the ledger then records its removal as well. */
  ended: 'like' | 'dislike' | null
  /** What the action adds to the weight; set after the voters are loaded. */
  gain: Weight
  /** Counted as any other, but recorded without the member's name; set after the voters are loaded. */
  isUnnamed?: boolean
  /** What the ended state had added to the weight. */
  removedWeight: Weight
}

/**
 * Applies actions on one meme in order: state, exact counters, hourly sums and ledger, in the given transaction and with a
 * constant number of statements. Throws meme.notFound.
 */
export async function applyActions(tx: Tx, memeId: string, actions: WantedAction[]): Promise<AppliedAction[]> {
  const meme = await lockMeme(tx, memeId)
  if (!meme) throw new AppError('meme.notFound')
  const { creatorId } = meme
  const members = new Set(
    actions.flatMap((wanted) => (wanted.userId && !isWindowed(wanted.action) ? [wanted.userId] : [])),
  )
  const held = await findHeld(tx, memeId, [...members])
  const windows = actions.filter((wanted) => isWindowed(wanted.action) && wanted.active !== false)
  const opened = await openWindows(tx, memeId, windows)
  const open = new Set(opened.map((window) => `${window.viewerKey} ${window.action}`))

  const changes = actions.map((wanted) =>
    isWindowed(wanted.action) ? countOncePerWindow(wanted, open) : changeState(wanted, held),
  )
  const counted = changes.filter((change) => change.delta !== 0)
  if (counted.length === 0) {
    const stats = await readStats(tx, memeId)
    return changes.map((change) => ({ stats, viewer: change.viewer }))
  }
  const weight = await weigh(tx, { id: memeId, creatorId }, counted, held)
  await saveReactions(tx, memeId, touched(counted, held, ['like', 'dislike']).map(toReaction))
  await saveAlbumItems(tx, memeId, touched(counted, held, ['add-to-album']).map(toAlbumItem))
  const deltas = { ...sumDeltas(counted), ...weight }
  const stats = await record(tx, { id: memeId, creatorId }, deltas, counted.flatMap(toEntries))
  await addUses(tx, memeId, sumUses(counted))
  if (creatorId !== null) await notifyOfLikes(tx, { id: memeId, creatorId }, likersIn(counted))
  return changes.map((change) => ({ stats, viewer: change.viewer }))
}

const likersIn = (counted: Change[]) => [
  ...new Set(
    counted.flatMap(({ wanted, delta }) =>
      wanted.action === 'like' && delta > 0 && wanted.userId ? [wanted.userId] : [],
    ),
  ),
]

/** A view or copy counts if its window opened; only the first of several in a batch does. */
function countOncePerWindow(wanted: WantedAction, open: Set<string>): Change {
  const counts = open.delete(`${wanted.viewerKey} ${wanted.action}`)
  const deltas = wanted.action === 'view' ? { ...NO_DELTAS, views: 1 } : { ...NO_DELTAS, copies: 1 }
  return { wanted, delta: counts ? 1 : 0, deltas, viewer: {}, ended: null, gain: NO_WEIGHT, removedWeight: NO_WEIGHT }
}

/** Updates the in-memory state, so that later actions of the batch see the effect of earlier ones. */
function changeState(wanted: WantedAction, held: Map<string, HeldState>): Change {
  const state = held.get(wanted.userId ?? '')
  if (!state) throw new AppError('auth.required')
  if (wanted.action === 'add-to-album') {
    const before = state.isInAlbum
    state.isInAlbum = wanted.active ?? !before
    const delta = (Number(state.isInAlbum) - Number(before)) as -1 | 0 | 1
    const removedWeight = delta < 0 ? state.albumWeight : NO_WEIGHT
    if (delta < 0) state.albumWeight = NO_WEIGHT
    return {
      wanted,
      delta,
      deltas: NO_DELTAS,
      viewer: { isInAlbum: state.isInAlbum },
      ended: null,
      gain: NO_WEIGHT,
      removedWeight,
    }
  }
  const action = wanted.action as 'like' | 'dislike'
  const before = state.reaction
  const after = nextReaction(before, action, wanted.active)
  state.reaction = after
  const removedWeight = before !== null && after !== before ? state.reactionWeight : NO_WEIGHT
  if (after !== before) state.reactionWeight = NO_WEIGHT
  return {
    wanted,
    delta: (Number(after === action) - Number(before === action)) as -1 | 0 | 1,
    deltas: reactionDeltas(before, after),
    viewer: { isLiked: after === 'like', isDisliked: after === 'dislike' },
    ended: before !== null && after !== null && before !== after ? before : null,
    gain: NO_WEIGHT,
    removedWeight,
  }
}

/** The batch's weight in trending; stores each contribution with its change and state. */
async function weigh(
  tx: Tx,
  meme: { id: string; creatorId: string | null },
  counted: Change[],
  held: Map<string, HeldState>,
): Promise<Weight> {
  const now = new Date()
  const gains = counted.filter((change) => change.delta > 0)
  const facts = await findVoterFacts(
    tx,
    meme.id,
    gains.map((change) => change.wanted),
  )
  const inBatch = new Map<string, number>()
  const sum = { ...NO_WEIGHT }
  for (const { removedWeight } of counted) add(sum, removedWeight, -1)
  gains.forEach((change, index) => {
    const { wanted } = change
    const fact = facts[index] ?? { accountCreatedAt: null, keepsHistory: true, earlierFromAddress: 0 }
    const key = `${wanted.addressKey} ${wanted.action}`
    const before = inBatch.get(key) ?? 0
    inBatch.set(key, before + 1)
    const weight = voteWeight({
      action: wanted.action,
      earlierFromAddress: fact.earlierFromAddress + before,
      ...voterTrust(wanted.userId === null ? null : (fact.accountCreatedAt ?? now), now),
      isOwn: wanted.userId !== null && wanted.userId === meme.creatorId,
    })
    const state = held.get(wanted.userId ?? '')
    if (state && wanted.action === 'add-to-album') state.albumWeight = weight
    else if (state && !isWindowed(wanted.action)) state.reactionWeight = weight
    change.gain = weight
    change.isUnnamed = wanted.action === 'view' && !fact.keepsHistory
    add(sum, weight, 1)
  })
  return sum
}

function add(sum: Weight, weight: Weight, sign: 1 | -1): void {
  sum.weight += sign * weight.weight
  sum.young += sign * weight.young
}

type Touched = [userId: string, state: HeldState]

/** The members whose state of these kinds changed in the batch, with their new state. */
function touched(counted: Change[], held: Map<string, HeldState>, kinds: ActionName[]): Touched[] {
  const ids = new Set(
    counted.filter((change) => kinds.includes(change.wanted.action)).map((change) => change.wanted.userId),
  )
  return [...held].filter(([userId]) => ids.has(userId))
}

const toReaction = ([userId, state]: Touched) => ({ userId, reaction: state.reaction, weight: state.reactionWeight })
const toAlbumItem = ([userId, state]: Touched) => ({ userId, isInAlbum: state.isInAlbum, weight: state.albumWeight })

function toEntries({ wanted: given, isUnnamed, delta, ended, gain, removedWeight }: Change): LedgerEntry[] {
  const wanted = isUnnamed ? { ...given, userId: null, viewerKey: FORGOTTEN_VIEWER } : given
  const back = { weight: -removedWeight.weight, young: -removedWeight.young }
  if (ended)
    return [
      { ...wanted, ...back, action: ended, delta: -1 },
      { ...wanted, ...gain, delta },
    ]
  return [{ ...wanted, ...(delta < 0 ? back : gain), delta }]
}

function sumDeltas(counted: Change[]): Deltas {
  return counted.reduce(
    (sum, { deltas }) => ({
      views: sum.views + deltas.views,
      likes: sum.likes + deltas.likes,
      dislikes: sum.dislikes + deltas.dislikes,
      copies: sum.copies + deltas.copies,
    }),
    NO_DELTAS,
  )
}

function sumUses(counted: Change[]): { userId: string; scaled: number }[] {
  const now = new Date()
  const uses = new Map<string, number>()
  for (const { userId, action, delta } of counted.flatMap(toEntries)) {
    const scaled = scaledPoint(action, now) * delta
    if (userId && scaled !== 0) uses.set(userId, (uses.get(userId) ?? 0) + scaled)
  }
  return [...uses].map(([userId, scaled]) => ({ userId, scaled }))
}
