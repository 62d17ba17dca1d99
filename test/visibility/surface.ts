import type { Scope, State } from './table.ts'
import type { World } from './world.ts'

/** One way to ask for something in which the meme may be. */
export interface Surface {
  scope: Scope
  /** Where a visitor meets it in another way. */
  visitorScope?: Scope
  /** What is asked; an answer of any shape. */
  ask: (world: World, token: string | undefined) => Promise<unknown>
  /** Where only one state shows it, such as the queue of memes in review. */
  only?: State
  /** Who asks; `reader` also stands for visitors where the call is public. */
  by: 'reader' | 'visitor' | 'creator' | 'moderator'
}

/** A call that needs no test, and why. */
export type Exempt = string
export const isExempt = (entry: readonly Surface[] | Exempt): entry is Exempt => typeof entry === 'string'
