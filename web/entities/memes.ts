import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { FeedMeme } from '#contract/memes/feed.ts'
import type { Meme, MemeStats, MemeViewer } from '#contract/memes/memes.ts'
import type { NotInterestedKind } from '#contract/memes/not-interested.ts'
import type { FoundMeme } from '#contract/memes/search.ts'
import { FIRST_MOMENT, nextMoment, objectsIn, onResponse, storeResponse } from '../lib/responses.ts'
import { onMemberChange } from '../lib/session.ts'
import { createMapStore, createStore, useStore } from '../lib/store.ts'
import { type Reaction, reactionOf, withReaction } from './reaction.ts'
import { createTable, type Statement } from './table.ts'
import { createToggles } from './toggles.ts'

/** Facts about a meme that only hold in one list: why the feed shows it, or how a search found it. */
type ListFacts = {
  [K in 'reason' | 'matchKind' | 'boxes']?: Partial<FeedMeme & FoundMeme>[K] | undefined
}
/** An entry of a list: the id of a meme. The store has its data. */
export type ListedMeme = Pick<Meme, '_id'> & ListFacts
/** A meme as one list shows it. */
export type MemeInList = Meme & ListFacts

const table = createTable<Meme>(() => uploaded.get().map(({ _id }) => _id))
/** The member's own reactions and album changes that are on the way, or queued offline. */
export const reactions = createToggles<Reaction>()
export const albums = createToggles<boolean>()

/**
 * Lists leave out `deleted ID`: memes that the viewer deleted, or removed as a moderator, and when. A later response that has a
 * meme shows it again. Home also leaves out `KIND ID`: the member is not interested in them since the page loaded.
 */
const hidden = createMapStore<number>()
/** Ids of the memes uploaded since the page loaded, newest first. Shown on top of lists loaded before. */
const uploaded = createStore<readonly ListedMeme[]>([])

/** Returns the list entries of a response's memes. */
export const listed = (memes: readonly MemeInList[]): readonly ListedMeme[] =>
  memes.map(({ _id, reason, matchKind, boxes }) => ({ _id, reason, matchKind, boxes }))

type StatedMeme = Meme & Partial<FeedMeme & FoundMeme>

const isMeme = (value: object): value is StatedMeme =>
  '_id' in value && 'image' in value && 'stats' in value && 'tag' in value && 'altText' in value

/** Every response contains all fields of a meme. List-specific data stays with its entry. */
function statement(meme: StatedMeme): Statement<Meme> {
  const { reason: _r, matchKind: _k, boxes: _b, score: _s, matched: _m, translatedFrom: _t, ...data } = meme
  return [meme._id, { sensitiveBy: undefined, imageText: undefined, ...data } as Partial<Meme>]
}

onResponse((answer, moment) => {
  const memes = [...objectsIn(answer)].filter(isMeme)
  table.write(memes.map(statement), moment)
  for (const { _id, status } of memes)
    if (status !== 'removed' && (hidden.get(deleted(_id)) ?? moment) < moment) unhideMeme(_id)
})

onMemberChange(() => {
  table.clear()
  hidden.clear()
  uploaded.set([])
})

/** Stores a change that the server has made to a meme. */
export const noteMeme = (id: string, fields: { [K in keyof Meme]?: Meme[K] | undefined }): void =>
  table.write([[id, fields as Partial<Meme>]], nextMoment())

/**
 * Stores the result of an action. Responses to several actions on one meme may arrive out of order, so each only updates the
 * reactions that its own action set.
 * @param set the reactions that the action sets
 */
export function noteReactions(
  id: string,
  { stats, viewer }: { stats: MemeStats; viewer?: MemeViewer | undefined },
  set: readonly (keyof MemeViewer)[],
): void {
  releaseQueued(id, set)
  const before = table.get(id)?.viewer
  const own = viewer && Object.fromEntries(set.map((key) => [key, viewer[key]]))
  const latest = viewer && (before ? { ...before, ...own } : viewer)
  table.write([[id, { ...stats, stats, ...(latest && { viewer: latest }) }]], nextMoment())
}

/** Ends the queueing of reactions that the server has accepted or rejected. */
export function releaseQueued(id: string, set: readonly (keyof MemeViewer)[]): void {
  if (set.includes('isLiked')) reactions.release(id)
  if (set.includes('isInAlbum')) albums.release(id)
}

/** @param moment when the server deleted it; until then, no response shows it again */
export const hideMeme = (id: string, moment = Number.POSITIVE_INFINITY): void => hidden.set([deleted(id), moment])
export const isHiddenMeme = (id: string): boolean => hidden.get(deleted(id)) !== undefined
export const unhideMeme = (id: string): void => hidden.set([deleted(id), undefined])
const deleted = (id: string) => `deleted ${id}`

export const setUnwanted = (kind: NotInterestedKind, id: string, isUnwanted: boolean): void =>
  hidden.set([`${kind} ${id}`, isUnwanted ? 1 : undefined])

const isWanted = ({ _id, userId, templateId, tag }: Meme): boolean =>
  ![`meme ${_id}`, `user ${userId}`, `template ${templateId}`, ...tag.map((one) => `tag ${one}`)].some(hidden.get)

export function addUploaded(meme: Meme): void {
  storeResponse(meme, FIRST_MOMENT)
  uploaded.set([{ _id: meme._id }, ...uploaded.get()])
}

export const useUploadedMemes = (): readonly ListedMeme[] => useStore(uploaded)

const isWhole = (meme: object): meme is MemeInList => 'image' in meme

/** Returns the server's data on a meme, with a list's facts; the given data if no response has stated it. */
export const serverMeme = (given: ListedMeme): MemeInList | undefined => {
  const meme = { ...given, ...table.get(given._id) }
  return isWhole(meme) ? meme : undefined
}

/** Layers the member's own changes on top. Each shows once its animation has run. */
function withChanges(meme: MemeInList): MemeInList {
  const { viewer, stats, _id } = meme
  const [reaction, album] = [reactions.get(_id)?.shown, albums.get(_id)?.shown]
  if (!viewer || (reaction === undefined && album === undefined)) return meme
  const held = reactionOf(viewer)
  const shown = reaction ?? held
  const counts = withReaction(stats, held, shown)
  const own = { isLiked: shown === 'like', isDisliked: shown === 'dislike', isInAlbum: album ?? viewer.isInAlbum }
  return { ...meme, ...counts, stats: counts, viewer: { ...viewer, ...own } }
}

/** Returns the latest data on a meme, with the member's changes on top. `given` is an entry of a list, or data. */
export function useMeme(given: MemeInList): MemeInList
export function useMeme(given: ListedMeme | undefined): MemeInList | undefined
export function useMeme(given: ListedMeme | undefined): MemeInList | undefined {
  const id = given?._id ?? ''
  const known = table.use(id)
  const reaction = reactions.use(id)
  const album = albums.use(id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after a change
  return useMemo(() => given && readMeme(given), [given, known, reaction, album])
}

/** Like `useMeme`, outside rendering. */
export function readMeme(given: MemeInList): MemeInList
export function readMeme(given: ListedMeme): MemeInList | undefined
export function readMeme(given: ListedMeme): MemeInList | undefined {
  const meme = serverMeme(given)
  return meme && withChanges(meme)
}

/** Fields that change while tiles are shown. Each tile reads them by itself, so that the list is not laid out again. */
const COUNTS: ReadonlySet<string> = new Set(['viewCount', 'likeCount', 'copyCount', 'dislikeCount', 'stats', 'viewer'])

/** The meme of each entry as its list last showed it, and the row of the table from which it was made. */
const shownBy = new WeakMap<ListedMeme, { row: Partial<Meme> | undefined; meme: MemeInList }>()

/** Runs for each entry of a list at each render, so it makes nothing for an unchanged row. */
function inList(entry: ListedMeme): MemeInList | undefined {
  if (hidden.size > 0 && hidden.get(deleted(entry._id))) return undefined
  const row = table.get(entry._id)
  const last = shownBy.get(entry)
  if (last && last.row === row) return last.meme
  const next = serverMeme(entry)
  if (!next) return undefined
  const isSame =
    last && Object.keys(next).every((key) => COUNTS.has(key) || Object.is(field(last.meme, key), field(next, key)))
  const meme = isSame ? last.meme : next
  shownBy.set(entry, { row, meme })
  return meme
}

const field = (meme: MemeInList, key: string): unknown => meme[key as keyof MemeInList]

function subscribe(listener: () => void): () => void {
  const ends = [table, hidden].map((store) => store.subscribe(listener))
  return () => ends.forEach((end) => void end())
}

/**
 * Returns the memes of a list without deleted ones. The component of a single meme adds counts and reactions.
 * @param isHome also leaves out what the member is not interested in
 */
export function useMemes(entries: readonly ListedMeme[], isHome = false): readonly MemeInList[] {
  const last = useRef<readonly MemeInList[]>([])
  return useSyncExternalStore(subscribe, () => {
    const known = entries.map(inList).filter((meme) => meme !== undefined)
    const next = isHome && hidden.size > 0 ? known.filter(isWanted) : known
    const isSame = next.length === last.current.length && next.every((meme, index) => meme === last.current[index])
    if (!isSame) last.current = next
    return last.current
  })
}
