import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './admin.module.css'

/** Shows a new link that sets a password. The server returns it only once. */
export function PasswordLink({ name, link, expiresAt }: { name: string; link: string; expiresAt: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success(t('admin.people.linkCopied')),
      () => toast.info(link),
    )
  return (
    <div className={styles.fields}>
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
