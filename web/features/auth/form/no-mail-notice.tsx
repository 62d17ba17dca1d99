import { useTranslation } from '../../../lib/i18n.ts'
import { useHasAdmin, useSendsMail } from '../../../lib/site-config.ts'
import styles from './auth-form.module.css'

/** Explains the next step on a site without email, next to a form that otherwise sends a code by email. */
export function NoMailNotice({ about }: { about: 'signUp' | 'code' | 'reset' }) {
  const { t } = useTranslation()
  const hasAdmin = useHasAdmin()
  if (useSendsMail()) return null
  return (
    <p className={styles.news} role="note">
      {/* i18n-keys: account.noMail.* */}
      {t(`account.noMail.${hasAdmin ? about : 'noAdmin'}`)}
    </p>
  )
}
