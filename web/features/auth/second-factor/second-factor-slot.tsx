import { lazy, Suspense } from 'react'
import { loadTexts } from '../../../lib/i18n.ts'
import { secondFactorRequest } from '../../../lib/second-factor-request.ts'
import { useStore } from '../../../lib/store.ts'

const Dialog = lazy(async () => {
  const [module] = await Promise.all([import('./second-factor-dialog.tsx'), loadTexts('account')])
  return { default: module.SecondFactorDialog }
})

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
