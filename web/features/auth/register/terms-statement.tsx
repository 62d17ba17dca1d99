import { paths } from '../../../lib/paths.ts'
import { Link } from '../../../lib/router.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import styles from '../form/auth-form.module.css'

interface TermsStatementProps {
  /** `signUp`: below the sign-up form. `provider`: next to provider buttons, since a first sign-in creates an account. */
  about: 'signUp' | 'provider'
}

/** The terms that new members accept, including the minimum age. */
export function TermsStatement({ about }: TermsStatementProps) {
  return (
    <p className={styles.terms}>
      <RichText
        textKey={about === 'signUp' ? 'account.register.terms' : 'account.linking.terms'}
        components={{
          terms: <Link to={paths.termsOfService} target="_blank" className={styles.link} />,
          privacy: <Link to={paths.privacyPolicy} target="_blank" className={styles.link} />,
        }}
      />
    </p>
  )
}
