import { Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useStore } from '../lib/store.ts'
import { toasterNeeded } from '../ui/toast.ts'

const Toaster = lazyPart(() => import('../ui/toaster.tsx').then((module) => module.Toaster))

export function ToasterSlot() {
  const { t } = useTranslation()
  if (!useStore(toasterNeeded)) return null
  // Outside of modals, so that toasts are announced while one is open.
  return createPortal(
    <Suspense>
      <Toaster label={t('toast.region')} />
    </Suspense>,
    document.body,
  )
}
