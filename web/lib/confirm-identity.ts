import { createStore } from './store.ts'

/** Fields of an auth.confirmFirst error that state how to confirm; see `requireFreshProof` on the server. */
export type ConfirmTerms = Readonly<Record<string, unknown>>

/** The member's proof; an empty one requests a code by email. */
export interface Proof {
  password?: string
  code?: string
}

export interface ConfirmRequest {
  terms: ConfirmTerms
  /** Sends the proof to link an account of a provider; without it, the proof confirms the session. */
  link?: (proof: Proof) => Promise<void>
  settle: (confirmed: boolean) => void
}

/** The request shown by the dialog; null if no confirmation is pending. */
export const confirmRequest = createStore<ConfirmRequest | null>(null)

let pending: Promise<boolean> | null = null

/** Asks the member to confirm in a dialog. Calls refused meanwhile share the same dialog and result. */
export function requestConfirmation(terms: ConfirmTerms, link?: ConfirmRequest['link']): Promise<boolean> {
  const request = { terms, ...(link ? { link } : {}) }
  pending ??= new Promise<boolean>((resolve) => confirmRequest.set({ ...request, settle: resolve })).finally(() => {
    pending = null
    confirmRequest.set(null)
  })
  return pending
}
