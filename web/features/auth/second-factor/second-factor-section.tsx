import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SECOND_FACTOR_KEY as KEY, secondFactorQuery } from './second-factor-query.ts'
import styles from './second-factor-section.module.css'
import { SetUpDialog } from './set-up-dialog.tsx'

/** Turns two-factor authentication on and off, and creates recovery codes. */
export function SecondFactorSection() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [settingUp, setSettingUp] = useState<{ secret: string; uri: string } | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const { data, error, isPending, isFetching, refetch } = useQuery(secondFactorQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })
  const shared = { onError: (problem: Error) => toast.error(problem), onSettled: refresh }
  const begin = useMutation({
    mutationFn: () => api('POST /users/me/second-factor/totp'),
    onSuccess: (begun) => setSettingUp(begun.data),
    ...shared,
  })
  const renew = useMutation({
    mutationFn: () => api('POST /users/me/second-factor/recovery-codes'),
    onSuccess: (renewed) => setRecoveryCodes(renewed.data.recoveryCodes),
    ...shared,
  })
  const remove = useMutation({
    mutationFn: () => api('DELETE /users/me/second-factor/totp'),
    onSuccess: ({ message }) => toast.success(message),
    ...shared,
  })
  return (
    <PanelSection title={t('account.secondFactor.title')} hint={t('account.secondFactor.hint')}>
      {isPending && <Skeleton height="2.75rem" />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data && !data.totp && (
        <Button variant="secondary" loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('account.secondFactor.turnOn')}
        </Button>
      )}
      {data && (data.totp || data.passkeys) && (
        <>
          <p>{t('account.secondFactor.isOn', { count: data.recoveryCodesLeft })}</p>
          <div className={styles.buttons}>
            <Button variant="secondary" loading={renew.isPending} onClick={() => renew.mutate()}>
              {t('account.secondFactor.renew')}
            </Button>
            {data.totp && (
              <Button variant="secondary" loading={remove.isPending} onClick={() => remove.mutate()}>
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
