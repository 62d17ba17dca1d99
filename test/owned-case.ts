import type { Role } from '#contract/people/roles.ts'
import type { TestApp } from './app.ts'
import type { BuiltMember } from './factories.ts'

/** An owner's object in a request. */
export interface Owned {
  owner: BuiltMember
  params?: Record<string, string>
  body?: object
}

export interface OwnedCase {
  build(app: TestApp): Promise<Owned>
  /**
   * `refused`: another member gets 403 or 404. `own`: the call concerns the caller's own data, so another member may make it
   * without changing others' data.
   */
  stranger: 'refused' | 'own'
  /** The role of the other member. */
  strangerRole?: Role
  /** Another refusal than 403 and 404. */
  refusedWith?: number
  /** Build the object just before its requests: the owner can make them only for a few seconds. */
  isBrief?: boolean
}
