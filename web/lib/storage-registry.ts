/**
 * Registry of everything the client stores in the browser, with its owner. Device data stays when a member leaves; member data is
 * deleted (member-data.ts). A member who signs in adopts a visitor's data. Unlisted names do not compile, the lint rule in
 * tools/scripts/lint/ allows the four storage APIs in few files only, and e2e/member-data.e2e.ts compares this registry with the
 * actual storage.
 */
type Owner =
  | 'device'
  /** The session itself, managed by session.ts. */
  | 'session'
  | 'member'

/** Local storage. member-items.ts stores member data together with its owner. */
export const LOCAL_ITEMS = {
  theme: 'device',
  i18nextLng: 'device',
  /** Set once the home page has been shown. */
  welcomed: 'device',
  'choices-offered': 'device',
  /** Id of the member who owns the stored data; empty for a visitor. */
  owner: 'device',
  authen: 'session',
  token: 'session',
  'recent-searches': 'member',
  registrations: 'member',
} as const satisfies Record<string, Owner>

/** Session storage of a tab. */
export const TAB_ITEMS = {
  lists: 'member',
  /** Set in the tab that shows the note of a first visit. */
  'welcome-open': 'device',
} as const satisfies Record<string, Owner>

/** Identifies the owner of rows in an object store. */
type RowOwner =
  /** A field with the member's id; null for a visitor. */
  | { field: string }
  /** The row with the same key in the named store identifies the owner. */
  | { as: string }
  /** Rows have no owner: all belong to the current owner of the browser's data. */
  | 'unnamed'

/** IndexedDB. All of it is member data. */
export const DATABASES = {
  'memeroom-studio': { drafts: { field: 'owner' } },
  'memeroom-bulk-upload': { entries: { field: 'userId' }, files: { as: 'entries' } },
  /** Workbox's queue of likes and album changes made offline. */
  'workbox-background-sync': { requests: 'unnamed' },
} as const satisfies Record<string, Record<string, RowOwner>>

/** Cache storage, mostly written by the service worker. */
export const CACHES = {
  answers: 'member',
  pictures: 'member',
  'shared-files': 'member',
} as const satisfies Record<string, Owner>

/** Caches of the application's own files, named by Workbox. */
export const DEVICE_CACHES = /^workbox-precache-/

export type LocalKey = keyof typeof LOCAL_ITEMS
type TabKey = keyof typeof TAB_ITEMS
export type ItemKey = LocalKey | TabKey
/** Keys of member data. */
export type MemberKey = 'recent-searches' | 'registrations' | 'lists'
export type DatabaseName = keyof typeof DATABASES
export type CacheName = keyof typeof CACHES
