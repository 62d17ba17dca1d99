import type { ActionName, ActionResult } from '#contract/actions.ts'
import type { CacheName } from '../lib/storage-registry.ts'

/** What pages and the service worker say to each other. */
export type MessageToWorker =
  /**
   * Somebody else uses the browser now: forget what is kept of the last member.
   * @param isLate another page has said so, and the next member may have begun: actions and pushes are theirs
   */
  | { type: 'forget'; isLate: boolean }
  /** Send what waits, since the connection is back. */
  | { type: 'send-waiting' }
  /** Keep pictures that were shown before the worker was there. */
  | { type: 'keep-pictures'; urls: string[] }
  /** Take over from the version before. */
  | { type: 'take-over' }

export interface SentAction {
  memeId: string
  action: ActionName
  /** Null where the server refused it. */
  result: ActionResult | null
}

/** Actions that had waited for a connection. */
export interface MessageToPage {
  type: 'actions-sent'
  actions: readonly SentAction[]
}

export const ANSWERS_CACHE = 'answers' satisfies CacheName
export const PICTURES_CACHE = 'pictures' satisfies CacheName
/** The address at which the worker keeps the page of the application for when there is no connection. */
export const SHELL_URL = '/app-shell'
/** Where the system sends what is shared with the installed application, and what a page finds there afterwards. */
export const SHARE_TARGET_URL = '/share-target'
export const SHARED_CACHE = 'shared-files' satisfies CacheName
export const SHARED_LINK_KEY = '/shared/link'
