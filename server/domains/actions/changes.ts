import type { ActionName } from '#contract/memes/actions.ts'
import type { MemeStats, MemeViewer } from '#contract/memes/memes.ts'
import { AppError } from '#server/platform/errors.ts'
import type { MemberState } from './queries.ts'
import type { LedgerEntry } from './record-queries.ts'
import {
  DELETED_VIEWER,
  type Deltas,
  NO_DELTAS,
  NO_WEIGHT,
  nextReaction,
  reactionDeltas,
  scaledPoint,
  type Weight,
} from './rules.ts'

export interface RequestedAction {
  memeId: string
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
  /** Undefined for visitors. */
  viewer: MemeViewer | undefined
}

export interface Change {
  wanted: RequestedAction
  /** The member's state for the meme, shared by all their changes in the batch; undefined for visitors. */
  state: MemberState | undefined
  delta: -1 | 0 | 1
  deltas: Deltas
  viewer: MemeViewer | undefined
  /** The reaction that this one replaced, if any; the ledger then also records its removal. */
  ended: 'like' | 'dislike' | null
  /** Weight that the action adds; set once voters are loaded. */
  gain: Weight
  /** True if the view is counted but stored without the member's name; set once voters are loaded. */
  isUnnamed?: boolean
  /** Weight that the ended state had added. */
  removedWeight: Weight
}

export const distinct = (values: string[]) => [...new Set(values)]
export const pairOf = (userId: string | null, memeId: string) => `${userId} ${memeId}`
export const windowKey = ({ viewerKey, memeId, action }: { viewerKey: string; memeId: string; action: ActionName }) =>
  `${viewerKey} ${memeId} ${action}`

export const likersIn = (counted: Change[]) =>
  distinct(
    counted.flatMap(({ wanted, delta }) =>
      wanted.action === 'like' && delta > 0 && wanted.userId ? [wanted.userId] : [],
    ),
  )

/** Counts a view or copy if its window just opened. Only the first one per window in a batch counts. */
export function countOncePerWindow(wanted: RequestedAction, open: Set<string>, state: MemberState | undefined): Change {
  const counts = open.delete(windowKey(wanted))
  const deltas = wanted.action === 'view' ? { ...NO_DELTAS, views: 1 } : { ...NO_DELTAS, copies: 1 }
  return {
    wanted,
    state,
    delta: counts ? 1 : 0,
    deltas,
    viewer: viewerOf(state),
    ended: null,
    gain: NO_WEIGHT,
    removedWeight: NO_WEIGHT,
  }
}

/** Returns the member's current relation to the meme, for the response. */
function viewerOf(state: MemberState | undefined): MemeViewer | undefined {
  return (
    state && {
      isLiked: state.reaction === 'like',
      isDisliked: state.reaction === 'dislike',
      isInAlbum: state.isInAlbum,
      isFollowingCreator: state.followsCreator,
      isOwner: state.isOwner,
    }
  )
}

/** Updates the in-memory state so that later actions of the batch see the effect of earlier ones. */
export function changeState(wanted: RequestedAction, state: MemberState | undefined): Change {
  if (!state) throw new AppError('auth.required')
  if (wanted.action === 'add-to-album') {
    const before = state.isInAlbum
    state.isInAlbum = wanted.active ?? !before
    const delta = (Number(state.isInAlbum) - Number(before)) as -1 | 0 | 1
    const removedWeight = delta < 0 ? state.albumWeight : NO_WEIGHT
    if (delta < 0) state.albumWeight = NO_WEIGHT
    return {
      wanted,
      state,
      delta,
      deltas: NO_DELTAS,
      viewer: viewerOf(state),
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
    state,
    delta: (Number(after === action) - Number(before === action)) as -1 | 0 | 1,
    deltas: reactionDeltas(before, after),
    viewer: viewerOf(state),
    ended: before !== null && after !== null && before !== after ? before : null,
    gain: NO_WEIGHT,
    removedWeight,
  }
}

/** Returns the distinct states that actions of these kinds changed in the batch. */
export function touched(counted: Change[], kinds: ActionName[]): MemberState[] {
  return [...new Set(counted.flatMap(({ wanted, state }) => (state && kinds.includes(wanted.action) ? [state] : [])))]
}

export const toReaction = ({ userId, memeId, reaction, reactionWeight }: MemberState) => {
  return { userId, memeId, reaction, weight: reactionWeight }
}
export const toAlbumItem = ({ userId, memeId, isInAlbum, albumWeight }: MemberState) => {
  return { userId, memeId, isInAlbum, weight: albumWeight }
}

export function toEntries({ wanted: given, isUnnamed, delta, ended, gain, removedWeight }: Change): LedgerEntry[] {
  const wanted = isUnnamed ? { ...given, userId: null, viewerKey: DELETED_VIEWER } : given
  const back = { weight: -removedWeight.weight, young: -removedWeight.young }
  if (ended)
    return [
      { ...wanted, ...back, action: ended, delta: -1 },
      { ...wanted, ...gain, delta },
    ]
  return [{ ...wanted, ...(delta < 0 ? back : gain), delta }]
}

export function sumDeltas(counted: Change[]): Deltas {
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

export function sumUses(counted: Change[]): { userId: string; memeId: string; scaled: number }[] {
  const now = new Date()
  const uses = new Map<string, { userId: string; memeId: string; scaled: number }>()
  for (const { userId, memeId, action, delta } of counted.flatMap(toEntries)) {
    const scaled = scaledPoint(action, now) * delta
    if (!userId || scaled === 0) continue
    const before = uses.get(pairOf(userId, memeId))?.scaled ?? 0
    uses.set(pairOf(userId, memeId), { userId, memeId, scaled: before + scaled })
  }
  return [...uses.values()]
}
