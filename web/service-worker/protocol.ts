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
  /** Send queued actions, since the device is online again. */
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

/** Results of queued actions. */
export interface MessageToPage {
  type: 'actions-sent'
  actions: readonly SentAction[]
}

export const ANSWERS_CACHE = 'answers' satisfies CacheName
export const PICTURES_CACHE = 'pictures' satisfies CacheName
/** URL under which the worker caches the application's page for offline use. */
export const SHELL_URL = '/app-shell'
/** URL to which the system sends content shared with the installed application, and where the page finds it. */
export const SHARE_TARGET_URL = '/share-target'
export const SHARED_CACHE = 'shared-files' satisfies CacheName
export const SHARED_LINK_KEY = '/shared/link'
