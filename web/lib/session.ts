import type { SignedIn } from '#contract/auth/auth.ts'
import { TOKEN_KEY, USER_KEY } from './session-keys.ts'
import { readItem, removeItem, writeItem } from './storage.ts'
import { createStore, useStore } from './store.ts'
import { parseUser, readStored, type Session, type SessionUser, SIGNED_OUT } from './stored-session.ts'

/**
 * Like `readStored`, but deletes damaged or incomplete data. Only for the application's start: another tab that signs in writes
 * its two keys one after the other.
 */
function restore(): Session {
  const session = readStored()
  if (!session.user) forget()
  return session
}

function forget(): void {
  removeItem(USER_KEY)
  removeItem(TOKEN_KEY)
}

/** The stored record also contains the token. */
function write(user: SessionUser, token: string): void {
  writeItem(TOKEN_KEY, token)
  writeItem(USER_KEY, JSON.stringify({ ...user, token }))
}

const store = createStore<Session>(restore())

globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key === null || event.key === USER_KEY || event.key === TOKEN_KEY) store.set(readStored())
})

// A page in the back/forward cache misses changes by other tabs, so re-read the session when it is restored.
globalThis.addEventListener?.('pageshow', (event: PageTransitionEvent) => {
  if (event.persisted && readItem(TOKEN_KEY) !== store.get().token) store.set(readStored())
})

export const currentSession = store.get
export const onSessionChange = store.subscribe
export const useSession = (): Session => useStore(store)

/** The signed-in member's id. Callers compare it before and after a request and drop the response if it changed. */
export const currentMember = (): string | null => store.get().user?.userId ?? null

const memberAtLoad = currentMember()
/** True if the member signed in after this page was loaded. */
export const hasJustSignedIn = (): boolean => currentMember() !== null && currentMember() !== memberAtLoad

/** Calls `listener` when another member signs in, or the member leaves, in this tab or another. */
export function onMemberChange(listener: (before: string | null) => void): () => void {
  let member = currentMember()
  return store.subscribe(() => {
    const before = member
    member = currentMember()
    if (before !== member) listener(before)
  })
}

/** Stores the response of a successful sign-in, with the nested token moved out of the account. */
export function signIn(data: SignedIn['data']): void {
  const user = parseUser(data)
  if (!user) return
  const { token } = data.authentication
  write(user, token)
  store.set({ user, token })
}

export function signOut(): void {
  forget()
  store.set(SIGNED_OUT)
}

/** Merges server data (profile, preferences, stats, …) into the stored account. */
export function updateUser(patch: Partial<Omit<SessionUser, '_id' | 'userId'>>): void {
  const { user, token } = store.get()
  if (!user) return
  const next = { ...user, ...patch }
  write(next, token)
  store.set({ user: next, token })
}
