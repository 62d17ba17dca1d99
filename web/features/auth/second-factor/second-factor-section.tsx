import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import looks from '../../../ui/looks.module.css'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useChange } from '../../../ui/use-change.ts'
import { useTask } from '../../../ui/use-task.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SECOND_FACTOR_KEY as KEY, secondFactorQuery } from './second-factor-query.ts'
import { SetUpDialog } from './set-up-dialog.tsx'

/** Turns two-factor authentication on and off, and creates recovery codes. */
export function SecondFactorSection() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [settingUp, setSettingUp] = useState<{ secret: string; uri: string } | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const { data, error, isPending, isFetching, refetch } = useQuery(secondFactorQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })
  const begin = useTask()
  const renew = useTask()
  const remove = useChange(KEY)
  const setUp = async () => setSettingUp((await api('POST /users/me/second-factor/totp')).data)
  const renewCodes = async () => {
    setRecoveryCodes((await api('POST /users/me/second-factor/recovery-codes')).data.recoveryCodes)
    await refresh()
  }
  return (
    <PanelSection title={t('account.secondFactor.title')} hint={t('account.secondFactor.hint')}>
      {isPending && <Skeleton height="2.75rem" />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data && !data.totp && (
        <Button variant="secondary" loading={begin.isRunning} onClick={() => void begin.run(setUp)}>
          {t('account.secondFactor.turnOn')}
        </Button>
      )}
      {data && (data.totp || data.passkeys) && (
        <>
          <p>{t('account.secondFactor.isOn', { count: data.recoveryCodesLeft })}</p>
          <div className={looks.row3}>
            <Button variant="secondary" loading={renew.isRunning} onClick={() => void renew.run(renewCodes)}>
              {t('account.secondFactor.renew')}
            </Button>
            {data.totp && (
              <Button
                variant="secondary"
                loading={remove.isRunning}
                onClick={() => void remove.change(() => api('DELETE /users/me/second-factor/totp'))}
              >
                {t('account.secondFactor.turnOff')}
              </Button>
            )}
          </div>
        </>
      )}
      {settingUp && (
        <SetUpDialog
          secret={settingUp.secret}
          uri={settingUp.uri}
          onClose={() => setSettingUp(null)}
          onDone={(codes) => {
            setSettingUp(null)
            setRecoveryCodes(codes)
            void refresh()
          }}
        />
      )}
      {recoveryCodes && <RecoveryCodesDialog codes={recoveryCodes} onClose={() => setRecoveryCodes(null)} />}
    </PanelSection>
  )
}
