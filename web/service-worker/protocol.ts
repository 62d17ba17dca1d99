import type { ActionName, ActionResult } from '#contract/memes/actions.ts'
import type { CacheName } from '../lib/storage-registry.ts'

/** Messages from pages to the service worker. */
export type MessageToWorker =
  /**
   * Another user is signed in now: delete the former member's data.
   * @param isLate another page has already sent this message, so queued actions and push subscriptions may belong to the new
   * member
   */
  | { type: 'forget'; isLate: boolean }
  /** Report queued actions to this page, then send them: the page is new, or the device is online again. */
  | { type: 'send-waiting' }
  /** Cache pictures that were shown before the worker was active. */
  | { type: 'keep-pictures'; urls: string[] }
  /** Replace the previous version of the worker. */
  | { type: 'take-over' }

export interface SentAction {
  memeId: string
  action: ActionName
  /** Null if the server rejected the action. */
  result: ActionResult | null
}

export interface WaitingAction {
  memeId: string
  action: ActionName
  active: boolean
}

export type MessageToPage =
  /** Results of queued actions. */
  | { type: 'actions-sent'; actions: readonly SentAction[] }
  /** Queued actions, oldest first. A page that loads later shows them too. */
  | { type: 'actions-waiting'; actions: readonly WaitingAction[] }

export const RESPONSES_CACHE = 'answers' satisfies CacheName
export const PICTURES_CACHE = 'pictures' satisfies CacheName
/** URL under which the worker caches the application's page for offline use. */
export const SHELL_URL = '/app-shell'
/** URL to which the system sends content shared with the installed application, and where the page finds it. */
export const SHARE_TARGET_URL = '/share-target'
export const SHARED_CACHE = 'shared-files' satisfies CacheName
export const SHARED_LINK_KEY = '/shared/link'
