import { lazy, Suspense } from 'react'
import { confirmRequest } from '../../../lib/confirm-identity.ts'
import { loadTexts } from '../../../lib/i18n.ts'
import { useStore } from '../../../lib/store.ts'

const ConfirmDialog = lazy(async () => {
  const [module] = await Promise.all([import('./confirm-dialog.tsx'), loadTexts('account')])
  return { default: module.ConfirmDialog }
})

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
