import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { SessionUser } from '../../../lib/stored-session.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangeUsername } from './change-username.tsx'
import styles from './sign-in-details.module.css'

/** The account's username and email address, and forms to change them. */
export function SignInDetails({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const [changing, setChanging] = useState<'username' | 'email' | null>(null)
  const close = () => setChanging(null)
  return (
    <>
      <PanelSection title={t('account.signIn.usernameTitle')} hint={t('account.signIn.usernameHint')}>
        <p className={styles.value}>@{user.username}</p>
        <Button variant="secondary" onClick={() => setChanging('username')}>
          {t('account.signIn.changeUsername')}
        </Button>
      </PanelSection>
      <PanelSection title={t('account.signIn.emailTitle')} hint={t('account.signIn.emailHint')}>
        <p className={styles.value} data-empty={!user.email || undefined}>
          {user.email || t('account.signIn.noEmail')}
        </p>
        <Button variant="secondary" onClick={() => setChanging('email')}>
          {t(user.email ? 'account.signIn.changeEmail' : 'account.signIn.addEmail')}
        </Button>
      </PanelSection>
      <ChangeUsername user={user} open={changing === 'username'} onClose={close} />
      <ChangeEmail user={user} open={changing === 'email'} onClose={close} />
    </>
  )
}
