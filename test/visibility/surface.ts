import type { Place, State } from './table.ts'
import type { World } from './world.ts'

/** One way to request something that may contain the meme. */
export interface Surface {
  scope: Place
  /** The scope for visitors, if different. */
  visitorScope?: Place
  /** Sends the request; returns a response of any structure. */
  ask: (world: World, token: string | undefined) => Promise<unknown>
  /** If set, only this state shows the meme, such as the queue of memes in review. */
  only?: State
  /** The caller; `reader` also covers visitors if the call is public. */
  by: 'reader' | 'visitor' | 'creator' | 'moderator'
}

/** The reason why a call needs no test. */
export type Exempt = string
export const isExempt = (entry: readonly Surface[] | Exempt): entry is Exempt => typeof entry === 'string'
