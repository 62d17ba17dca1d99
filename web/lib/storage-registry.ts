/**
 * Everything that the client keeps in a browser, and whose it is. What is the device's stays when a member leaves; what is the
 * member's goes (member-data.ts). A visitor's becomes the member's who signs in. Names that are not here do not compile, the lint
 * rule in tools/scripts/lint/ allows the four storages in few files alone, and e2e/member-data.e2e.ts compares this with what is there.
 */
type Whose =
  | 'device'
  /** The session itself, which session.ts begins and ends. */
  | 'session'
  | 'member'

/** In local storage. What is a member's is written with its owner, by member-items.ts. */
export const LOCAL_ITEMS = {
  theme: 'device',
  i18nextLng: 'device',
  /** The id of the member whose things are kept; empty for a visitor's. */
  owner: 'device',
  authen: 'session',
  token: 'session',
  'recent-searches': 'member',
  registrations: 'member',
} as const satisfies Record<string, Whose>

/** In the session storage of a tab. */
export const TAB_ITEMS = {
  lists: 'member',
} as const satisfies Record<string, Whose>

/** How the rows of an object store say whose they are. */
type RowOwner =
  /** A field holds the id of the member; null is a visitor. */
  | { field: string }
  /** The row of that store with the same key says it. */
  | { as: string }
  /** They do not: all belong to the member whose things are kept. */
  | 'unnamed'

/** In IndexedDB: all of it is a member's. */
export const DATABASES = {
  'memeroom-studio': { drafts: { field: 'owner' } },
  'memeroom-bulk-upload': { entries: { field: 'userId' }, files: { as: 'entries' } },
  /** Workbox's queue of likes and changes of the album that wait for a connection. */
  'workbox-background-sync': { requests: 'unnamed' },
} as const satisfies Record<string, Record<string, RowOwner>>

/** In the storage of caches, which are written with few exceptions by the service worker. */
export const CACHES = {
  answers: 'member',
  pictures: 'member',
  'shared-files': 'member',
} as const satisfies Record<string, Whose>

/** The caches of the application's own files, named by Workbox. */
export const DEVICE_CACHES = /^workbox-precache-/

export type LocalKey = keyof typeof LOCAL_ITEMS
type TabKey = keyof typeof TAB_ITEMS
export type ItemKey = LocalKey | TabKey
/** Keys of what is a member's. */
export type MemberKey = 'recent-searches' | 'registrations' | 'lists'
export type DatabaseName = keyof typeof DATABASES
export type CacheName = keyof typeof CACHES
