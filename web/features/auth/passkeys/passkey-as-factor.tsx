import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { toast } from '../../../ui/toast.ts'
import { RecoveryCodesDialog } from '../second-factor/recovery-codes-dialog.tsx'
import { SECOND_FACTOR_KEY, secondFactorQuery } from '../second-factor/second-factor-query.ts'

/** Switch: require a passkey after the password. The first activation returns recovery codes. */
export function PasskeyAsFactor() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data } = useQuery(secondFactorQuery)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  const change = useMutation({
    mutationFn: async (wanted: boolean) => {
      if (!wanted) return void toast.success((await api('DELETE /users/me/second-factor/passkeys')).message)
      setRecoveryCodes((await api('PUT /users/me/second-factor/passkeys')).data.recoveryCodes)
    },
    onError: (error) => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SECOND_FACTOR_KEY }),
  })
  if (!data) return null
  return (
    <>
      <Checkbox
        label={t('account.passkeys.asFactor')}
        checked={change.isPending ? change.variables : data.passkeys}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
      {recoveryCodes.length > 0 && <RecoveryCodesDialog codes={recoveryCodes} onClose={() => setRecoveryCodes([])} />}
    </>
  )
}
