import { useState } from 'react'
import { TERMS_VERSION } from '#contract/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from '../form/auth-form.module.css'
import { AuthFrame } from '../form/auth-frame.tsx'
import { TermsStatement } from '../register/terms-statement.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** The data in the fragment of a link from an admin. */
export interface PasswordLink {
  email: string
  resetToken: string
  /** True if the member has not accepted the terms yet. */
  isNew: boolean
}

/** Reads a link's fragment; null if it is not such a link. */
export function readPasswordLink(hash: string): PasswordLink | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const [email, resetToken] = [values.get('email'), values.get('token')]
  return email && resetToken ? { email, resetToken, isNew: values.has('new') } : null
}

const TITLES = { refused: 'account.link.refusedTitle', set: 'account.forgot.successTitle' } as const

/** Sets the password with a link from an admin, on a site that sends no email. */
export function PasswordLinkScreen({ link: { email, resetToken, isNew } }: { link: PasswordLink }) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'set' | 'refused' | null>(null)
  if (outcome !== null)
    return (
      <AuthFrame
        title={t(TITLES[outcome])}
        lead={t(outcome === 'set' ? 'account.forgot.successLead' : 'account.link.refusedLead')}
      >
        <div className={styles.form}>
          <ButtonLink to={paths.login} state={{ email }} wide>
            {t('account.forgot.toLogin')}
          </ButtonLink>
        </div>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t(isNew ? 'account.verify.setTitle' : 'account.forgot.resetTitle')}
      lead={t(isNew ? 'account.link.newLead' : 'account.link.resetLead', { email })}
    >
      <NewPasswordForm
        proof={{ email, resetToken, ...(isNew ? { acceptedTermsVersion: TERMS_VERSION } : {}) }}
        onSet={() => setOutcome('set')}
        onRefused={() => setOutcome('refused')}
      >
        {isNew && <TermsStatement about="signUp" />}
      </NewPasswordForm>
    </AuthFrame>
  )
}
