import { createStore } from './store.ts'

/** The requested action runs after a login within this time. Later it would surprise the user. */
const GRANTED_WITHIN_MS = 30 * 60_000

/** True if the login prompt is open. */
export const loginPrompt = createStore(false)

let wish: { grant: () => void; at: number } | null = null

/** Runs the requested action after the user logs in. */
export function afterLogin(grant: () => void): void {
  wish = { grant, at: Date.now() }
}

/** Opens the login prompt for visitors. Runs the requested action after they log in. */
export function requestLogin(grant: () => void): void {
  afterLogin(grant)
  loginPrompt.set(true)
}

/** Closes the prompt. `entering`: the user opens a login screen. `declined`: the requested action is dropped. */
export function closeLoginPrompt(outcome: 'entering' | 'declined'): void {
  if (outcome === 'declined') wish = null
  loginPrompt.set(false)
}

/** Runs the requested action; call it after every sign-in. */
export function runAfterLogin(): void {
  const asked = wish
  wish = null
  if (asked && Date.now() - asked.at < GRANTED_WITHIN_MS) asked.grant()
}
