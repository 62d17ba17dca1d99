import type { ReactNode } from 'react'
import { formatDay } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import looks from '../../ui/looks.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'

interface DialogProps {
  title: string
  /** Username of the owner. */
  name: string
  /** The link, once it is made. */
  made: { link: string; expiresAt: string } | null
  /** The button that makes it. */
  action: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog that makes a link that sets a password, and then shows it. */
export function PasswordLinkDialog({ title, name, made, action, onClose, children }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(made ? 'admin.people.done' : 'common.cancel')}
          </Button>
          {!made && action}
        </>
      }
    >
      {made ? <PasswordLink name={name} link={made.link} expiresAt={made.expiresAt} /> : children}
    </Dialog>
  )
}

/** Shows a new link that sets a password. The server returns it only once. */
function PasswordLink({ name, link, expiresAt }: { name: string; link: string; expiresAt: string }) {
  const { t, language } = useTranslation()
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success(t('admin.people.linkCopied')),
      () => toast.info(link),
    )
  return (
    <div className={looks.stack4}>
      <p>{t('admin.people.linkHint', { name, day: formatDay(expiresAt, language) })}</p>
      <TextField
        label={t('admin.people.link')}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => void copy()}>{t('admin.people.copyLink')}</Button>
    </div>
  )
}
