import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewPasskeyOptions, Passkey } from '#contract/auth/passkeys.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import looks from '../../../ui/looks.module.css'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useTask } from '../../../ui/use-task.ts'
import styles from '../sign-in-data/session-list.module.css'
import { PasskeyAsFactor } from './passkey-as-factor.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { PASSKEYS_KEY } from './passkeys-key.ts'
import { usePasskeysWork } from './use-passkeys-work.ts'

/** The member's passkeys: add, rename and remove them, and require one after the password. */
export function PasskeySection() {
  const { t } = useTranslation()
  const work = usePasskeysWork()
  const queryClient = useQueryClient()
  const [naming, setNaming] = useState<NewPasskeyOptions | Passkey | null>(null)
  const opener = useRef<Element | null>(null)
  const open = (named: NewPasskeyOptions | Passkey) => {
    opener.current = document.activeElement
    setNaming(named)
  }
  // The dialog unmounts at once, so restore the focus here.
  const close = () => {
    setNaming(null)
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
    })
  }
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: async ({ signal }) => (await api('GET /users/me/passkeys', { signal })).data,
    staleTime: 0,
  })
  const { isRunning, run } = useTask()
  const begin = async () => open((await api('POST /users/me/passkeys/options')).data)
  return (
    <PanelSection title={t('account.passkeys.title')} hint={t('account.passkeys.hint')} wide>
      {isPending && <Skeleton height="2.75rem" />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data && data.length === 0 && <p>{t('account.passkeys.none')}</p>}
      {data && data.length > 0 && (
        <>
          <ul className={styles.list}>
            {data.map((passkey) => (
              <PasskeyRow key={passkey._id} passkey={passkey} onRename={() => open(passkey)} />
            ))}
          </ul>
          <PasskeyAsFactor />
        </>
      )}
      {data &&
        (work ? (
          <div>
            <Button variant="secondary" loading={isRunning} onClick={() => void run(begin)}>
              {t('account.passkeys.add')}
            </Button>
          </div>
        ) : (
          <p className={looks.quiet}>{t('account.passkeys.elsewhere')}</p>
        ))}
      {naming && (
        <PasskeyNameDialog
          named={naming}
          onClose={close}
          onDone={() => {
            close()
            void queryClient.invalidateQueries({ queryKey: PASSKEYS_KEY })
          }}
        />
      )}
    </PanelSection>
  )
}
