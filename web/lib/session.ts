import type { SignedIn } from '#contract/auth.ts'
import { TOKEN_KEY, USER_KEY } from './session-keys.ts'
import { readItem, removeItem, writeItem } from './storage.ts'
import { createStore, useStore } from './store.ts'
import { parseUser, readStored, type Session, type SessionUser, SIGNED_OUT } from './stored-session.ts'

/** As `readStored`, but what is damaged or half there is dropped for good. For the start of the app only: another tab
 * that signs in writes its two keys one after the other. */
function restore(): Session {
  const session = readStored()
  if (!session.user) forget()
  return session
}

function forget(): void {
  removeItem(USER_KEY)
  removeItem(TOKEN_KEY)
}

/** The stored record repeats the token. */
function write(user: SessionUser, token: string): void {
  writeItem(TOKEN_KEY, token)
  writeItem(USER_KEY, JSON.stringify({ ...user, token }))
}

const store = createStore<Session>(restore())

globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key === null || event.key === USER_KEY || event.key === TOKEN_KEY) store.set(readStored())
})

// Changes of other tabs do not arrive while a page waits for its reader to come back to it.
globalThis.addEventListener?.('pageshow', (event: PageTransitionEvent) => {
  if (event.persisted && readItem(TOKEN_KEY) !== store.get().token) store.set(readStored())
})

export const currentSession = store.get
export const onSessionChange = store.subscribe
export const useSession = (): Session => useStore(store)

/** Keeps the answer of a successful sign-in; the nested token is lifted out of it. */
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

/** Merges what the server answered (profile, preferences, stats, …) into the stored account. */
export function updateUser(patch: Partial<Omit<SessionUser, '_id' | 'userId'>>): void {
  const { user, token } = store.get()
  if (!user) return
  const next = { ...user, ...patch }
  write(next, token)
  store.set({ user: next, token })
}
