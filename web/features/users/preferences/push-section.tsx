import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import looks from '../../../ui/looks.module.css'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { toast } from '../../../ui/toast.ts'
import { canPush, PUSH_KEY, PushRefused, turnPushOff, turnPushOn, usePush } from './push.ts'

/** Turns push notifications of this browser on and off. Renders nothing if the site does not offer them. */
export function PushSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = usePush()
  const [isBusy, setBusy] = useState(false)
  const publicKey = data?.data.publicKey
  if (!data || !publicKey) return null
  const { isSubscribed } = data.data
  const change = async () => {
    setBusy(true)
    try {
      toast.success(await (isSubscribed ? turnPushOff() : turnPushOn(publicKey)), { id: 'push' })
      await client.invalidateQueries({ queryKey: PUSH_KEY })
    } catch (error) {
      if (error instanceof PushRefused)
        toast.info(t(error.isDenied ? 'account.preferences.pushDenied' : 'account.preferences.pushUnavailable'))
      else toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <PanelSection title={t('account.preferences.push')} hint={t('account.preferences.pushHint')}>
      {canPush() ? (
        <Button variant="secondary" loading={isBusy} onClick={() => void change()}>
          {t(isSubscribed ? 'account.preferences.pushTurnOff' : 'account.preferences.pushTurnOn')}
        </Button>
      ) : (
        <p className={looks.quiet}>{t('account.preferences.pushUnavailable')}</p>
      )}
    </PanelSection>
  )
}
