import { createStore } from './store.ts'

/** What a refusal with auth.confirmFirst says about how to confirm; see `requireFreshProof` on the server. */
export type ConfirmTerms = Readonly<Record<string, unknown>>

export interface ConfirmRequest {
  terms: ConfirmTerms
  settle: (confirmed: boolean) => void
}

/** The request that the dialog shows; null if nothing is to be confirmed. */
export const confirmRequest = createStore<ConfirmRequest | null>(null)

let pending: Promise<boolean> | null = null

/** Asks the member to confirm in a dialog; calls that are refused meanwhile wait for the same answer. */
export function askToConfirm(terms: ConfirmTerms): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => confirmRequest.set({ terms, settle: resolve })).finally(() => {
    pending = null
    confirmRequest.set(null)
  })
  return pending
}
