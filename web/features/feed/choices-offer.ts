import { useState } from 'react'
import { currentMember, currentSession, hasJustSignedIn, useSession } from '../../lib/session.ts'
import { readItem, writeItem } from '../../lib/storage.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** An account counts as new for this long. */
const NEW_FOR_MS = 24 * 60 * 60_000
/** Holds the time at which this device last offered the choices. Members who signed up later get an offer of their own. */
const KEY = 'choices-offered'

export interface ChoicesOffer {
  member: string
  /** The tags chosen so far. */
  tags: readonly string[]
}

const offer = createStore<ChoicesOffer | null>(null)

/** Offers the choices once to a new member who has just signed in and does not follow anyone. */
function offerOnce(): void {
  const { user } = currentSession()
  if (!user || !hasJustSignedIn() || user.stats.followingCount > 0) return
  const now = Date.now()
  const createdAt = Date.parse(user.timestamps.createdAt)
  if (!(now - createdAt < NEW_FOR_MS) || createdAt <= Number(readItem(KEY))) return
  // The clock of the device may be behind that of the server.
  writeItem(KEY, String(Math.max(now, createdAt)))
  offer.set({ member: user.userId, tags: [] })
}

/** Returns the open offer to the member; null if there is none. */
export function useChoicesOffer(): ChoicesOffer | null {
  const { user } = useSession()
  useState(offerOnce)
  const open = useStore(offer)
  return open && open.member === user?.userId ? open : null
}

export function noteChoice(tag: string, isChosen: boolean): void {
  const open = offer.get()
  if (!open || open.member !== currentMember()) return
  offer.set({ ...open, tags: [...open.tags.filter((one) => one !== tag), ...(isChosen ? [tag] : [])] })
}

export const closeOffer = (): void => offer.set(null)
