import { replaceEqualDeep } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Meme, MemeStats, MemeViewer } from '#contract/memes/memes.ts'
import { nextMoment, objectsIn, onAnswer } from '../../../lib/answers.ts'
import { currentSession, onSessionChange } from '../../../lib/session.ts'
import { createMapStore, createStore, useStore } from '../../../lib/store.ts'
import { useDeletedMemes } from './deleted-memes.ts'
import { reactionOf, withReaction } from './reaction.ts'

/** The parts of a meme that its owner and moderators can edit. */
type MemeTexts = Pick<Meme, 'name' | 'description' | 'altText' | 'tag' | 'sensitive' | 'sensitiveBy' | 'status'>

/** The parts of a meme that can change while several lists show it. */
interface MemeOverlay {
  /** Absent if only an action response mentioned the meme. */
  texts?: MemeTexts | undefined
  stats: MemeStats
  viewer?: MemeViewer | undefined
}

/** The latest server state of each meme. Lists store their pages unchanged; rendering applies this overlay. */
const overlays = createMapStore<MemeOverlay>()
const moments = new Map<string, number>()
/** Reactions of actions that are queued offline. They override the server's state until the server has them. */
const wanted = new Map<string, Partial<MemeViewer>>()
/** Version counter of text edits. Edits are rare, so every list then checks all its memes. */
const edits = createStore(0)
let reader = currentSession().user?.userId ?? null

onSessionChange(() => {
  const next = currentSession().user?.userId ?? null
  if (next === reader) return
  reader = next
  overlays.clear()
  moments.clear()
  wanted.clear()
})

onAnswer((answer, moment) => {
  for (const part of objectsIn(answer)) if (isMeme(part)) noteMeme(part, moment)
})

const isMeme = (value: object): value is Meme =>
  '_id' in value && 'image' in value && 'stats' in value && 'tag' in value && 'altText' in value

/** Stores a meme's server state, with queued reactions applied. Ignored if a later response was stored already. */
export function noteMeme(meme: Meme, moment = nextMoment()): void {
  const { _id } = meme
  if ((moments.get(_id) ?? moment) > moment) return
  moments.set(_id, moment)
  const before = overlays.get(_id)
  const { stats, viewer } = meme
  const said = withWanted(_id, { texts: textsOf(meme), stats, viewer })
  const next: MemeOverlay = replaceEqualDeep(before, said)
  overlays.set([_id, next])
  if (before?.texts !== next.texts && before?.texts) edits.set(edits.get() + 1)
}

const textsOf = ({ name, description, altText, tag, sensitive, sensitiveBy, status }: MemeTexts) => ({
  name,
  description,
  altText,
  tag,
  sensitive,
  sensitiveBy,
  status,
})

function hasTexts(meme: MemeTexts, texts: MemeTexts): boolean {
  const own = textsOf(meme)
  return replaceEqualDeep(own, textsOf(texts)) === own
}

/**
 * Stores the result of an action. Responses to several actions on one meme may arrive out of order, so each only updates the
 * reactions that its own action set.
 * @param set the reactions that the action sets
 */
export function noteReactions(
  id: string,
  { stats, viewer }: Pick<MemeOverlay, 'stats' | 'viewer'>,
  set: readonly (keyof MemeViewer)[],
): void {
  releaseWanted(id, set)
  const before = overlays.get(id)
  moments.set(id, nextMoment())
  const next = viewer && before?.viewer ? { ...before.viewer, ...pick(viewer, set) } : viewer
  overlays.set([id, { texts: before?.texts, stats, viewer: next }])
}

/** Applies a queued action optimistically. */
export function holdWanted({ _id, stats, viewer }: Meme, change: Partial<MemeViewer>): void {
  wanted.set(_id, { ...wanted.get(_id), ...change })
  overlays.set([_id, withWanted(_id, { texts: overlays.get(_id)?.texts, stats, viewer })])
}

/** Drops queued reactions once the server has accepted or rejected them. */
export function releaseWanted(id: string, reactions: readonly (keyof MemeViewer)[]): void {
  const rest = Object.entries(wanted.get(id) ?? {}).filter(([name]) => !reactions.includes(name as keyof MemeViewer))
  if (rest.length > 0) wanted.set(id, Object.fromEntries(rest))
  else wanted.delete(id)
}

function withWanted(id: string, part: MemeOverlay): MemeOverlay {
  const change = wanted.get(id)
  if (!change || !part.viewer) return part
  const viewer = { ...part.viewer, ...change }
  return { ...part, viewer, stats: withReaction(part.stats, reactionOf(part.viewer), reactionOf(viewer)) }
}

const pick = (viewer: MemeViewer, keys: readonly (keyof MemeViewer)[]): Partial<MemeViewer> =>
  Object.fromEntries(keys.map((key) => [key, viewer[key]]))

/** Returns the meme with its latest counts, viewer reactions and texts. */
export function useMemeOverlay<M extends Meme | undefined>(meme: M): M {
  const part = overlays.use(meme?._id ?? '')
  return useMemo(() => (meme ? (withOverlay(meme, part) as M) : meme), [meme, part])
}

/** Like `useMemeOverlay`, for use outside rendering. */
export const latestMeme = (meme: Meme): Meme => withOverlay(meme, overlays.get(meme._id))

/**
 * Returns the memes without deleted ones and with their latest texts. The component of a single meme adds counts and reactions.
 */
export function useLatestMemes(memes: readonly Meme[]): readonly Meme[] {
  const deleted = useDeletedMemes()
  const edited = useStore(edits)
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts are read again after an edit
  return useMemo(
    () =>
      memes
        .filter(({ _id }) => !deleted.has(_id))
        .map((meme) => withTexts(meme, overlays.get(meme._id))),
    [memes, deleted, edited],
  )
}

function withOverlay(meme: Meme, part: MemeOverlay | undefined): Meme {
  if (!part) return meme
  const { viewer: _older, ...rest } = withTexts(meme, part)
  const { stats, viewer } = part
  return { ...rest, ...stats, stats, ...(viewer ? { viewer } : {}) }
}

/** Returns the same object if nothing differs, so that tiles do not render again. */
function withTexts(meme: Meme, part: MemeOverlay | undefined): Meme {
  const latest = part?.texts
  if (!latest || hasTexts(meme, latest)) return meme
  const { sensitiveBy: _older, ...rest } = meme
  const { sensitiveBy, ...texts } = latest
  return { ...rest, ...texts, ...(sensitiveBy ? { sensitiveBy } : {}) }
}
