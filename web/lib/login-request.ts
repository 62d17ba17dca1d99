import { createStore } from './store.ts'

/** A wish is granted after signing in within this time; later it would come as a surprise. */
const GRANTED_WITHIN_MS = 30 * 60_000

/** Whether the login prompt is open. */
export const loginPrompt = createStore(false)

let wish: { grant: () => void; at: number } | null = null

/** Offers visitors the way in. Once they are in, what they asked for is done. */
export function askToLogIn(grant: () => void): void {
  wish = { grant, at: Date.now() }
  loginPrompt.set(true)
}

/** The prompt leads to one of its screens, or it was declined and the wish is forgotten. */
export function closeLoginPrompt(outcome: 'entering' | 'declined'): void {
  if (outcome === 'declined') wish = null
  loginPrompt.set(false)
}

/** Runs after every sign-in. */
export function grantWish(): void {
  const asked = wish
  wish = null
  if (asked && Date.now() - asked.at < GRANTED_WITHIN_MS) asked.grant()
}
