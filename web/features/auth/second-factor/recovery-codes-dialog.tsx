import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import looks from '../../../ui/looks.module.css'
import { toast } from '../../../ui/toast.ts'
import styles from './second-factor-section.module.css'

/** Shows recovery codes, once only. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success(t('account.secondFactor.copied'))
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('account.secondFactor.recoveryTitle')}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={() => void copy()}>
            {t('account.secondFactor.copy')}
          </Button>
          <Button onClick={onClose}>{t('account.secondFactor.saved')}</Button>
        </>
      }
    >
      <div className={looks.stack4}>
        <p>{t('account.secondFactor.recoveryText')}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
