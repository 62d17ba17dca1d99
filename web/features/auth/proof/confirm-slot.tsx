import { Suspense } from 'react'
import { confirmRequest } from '../../../lib/confirm-identity.ts'
import { useStore } from '../../../lib/store.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.ts'

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog), 'account')

/** Shows the dialog when the server refuses a call until the member confirms their identity. */
export function ConfirmSlot() {
  const request = useStore(confirmRequest)
  if (!request) return null
  return (
    <Suspense>
      <ConfirmDialog request={request} />
    </Suspense>
  )
}
