import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { isAbort } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { navigateTo } from '../../../lib/navigation.ts'
import { paths } from '../../../lib/paths.ts'
import { signOut } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { toast } from '../../../ui/toast.ts'

/** Asks for confirmation, then deletes the account and logs out. */
export function DeleteAccount() {
  const { t } = useTranslation()
  const [confirming, setConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => api('DELETE /users/me'),
    onSuccess: ({ message }) => {
      signOut()
      navigateTo(paths.login)
      toast.success(message)
    },
    onError: (error) => {
      if (!isAbort(error)) toast.error(t('toast.unexpectedError'))
    },
  })
  return (
    <PanelSection title={t('account.delete.title')} hint={t('account.delete.text')}>
      <Button variant="danger" icon={<Trash2 size={18} />} onClick={() => setConfirming(true)}>
        {t('account.delete.submit')}
      </Button>
      <Dialog
        open={confirming}
        onOpenChange={(open) => !remove.isPending && setConfirming(open)}
        title={t('account.delete.confirmTitle')}
        size="sm"
        footer={
          <>
            <Button variant="secondary" disabled={remove.isPending} onClick={() => setConfirming(false)}>
              {t('account.delete.cancel')}
            </Button>
            <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('account.delete.submit')}
            </Button>
          </>
        }
      >
        <p>{t('account.delete.confirmText')}</p>
      </Dialog>
    </PanelSection>
  )
}
