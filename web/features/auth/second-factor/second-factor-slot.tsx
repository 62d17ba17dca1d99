import { Suspense } from 'react'
import { secondFactorRequest } from '../../../lib/second-factor-request.ts'
import { useStore } from '../../../lib/store.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.ts'

const Dialog = lazyDialog(
  () => import('./second-factor-dialog.tsx').then((module) => module.SecondFactorDialog),
  'account',
)

/** Shows the dialog when a sign-in requires a second factor. */
export function SecondFactorSlot() {
  const request = useStore(secondFactorRequest)
  if (!request) return null
  return (
    <Suspense>
      <Dialog request={request} />
    </Suspense>
  )
}
