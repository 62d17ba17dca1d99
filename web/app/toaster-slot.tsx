import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/store.ts'
import { toasterNeeded } from '../ui/toast.ts'

const Toaster = lazy(() => import('../ui/toaster.tsx').then((module) => ({ default: module.Toaster })))

export function ToasterSlot() {
  const { t } = useTranslation()
  if (!useStore(toasterNeeded)) return null
  return (
    <Suspense>
      <Toaster label={t('toast.region')} />
    </Suspense>
  )
}
