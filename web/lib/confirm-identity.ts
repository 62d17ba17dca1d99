import { createStore } from './store.ts'

/** Fields of an auth.confirmFirst error that state how to confirm; see `requireFreshProof` on the server. */
export type ConfirmTerms = Readonly<Record<string, unknown>>

export interface ConfirmRequest {
  terms: ConfirmTerms
  settle: (confirmed: boolean) => void
}

/** The request shown by the dialog; null if no confirmation is pending. */
export const confirmRequest = createStore<ConfirmRequest | null>(null)

let pending: Promise<boolean> | null = null

/** Asks the member to confirm in a dialog. Calls refused meanwhile share the same dialog and result. */
export function askToConfirm(terms: ConfirmTerms): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => confirmRequest.set({ terms, settle: resolve })).finally(() => {
    pending = null
    confirmRequest.set(null)
  })
  return pending
}
