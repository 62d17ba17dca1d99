import { Trans } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import styles from '../form/auth-form.module.css'

interface TermsStatementProps {
  /** `signUp`: below the sign-up form; `provider`: where a first sign-in creates an account. */
  about: 'signUp' | 'provider'
}

/** What new members agree to, including their age. */
export function TermsStatement({ about }: TermsStatementProps) {
  return (
    <p className={styles.terms}>
      <Trans
        i18nKey={about === 'signUp' ? 'account.register.terms' : 'account.provider.terms'}
        components={{
          terms: <Link to={paths.termsOfService} target="_blank" className={styles.link} />,
          privacy: <Link to={paths.privacyPolicy} target="_blank" className={styles.link} />,
        }}
      />
    </p>
  )
}
