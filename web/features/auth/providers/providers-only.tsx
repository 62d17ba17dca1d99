import styles from '../form/auth-form.module.css'
import { TermsStatement } from '../register/terms-statement.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/** Shows the sign-in buttons of a site without passwords. */
export function ProvidersOnly() {
  return (
    <div className={styles.form}>
      <ProviderButtons />
      <TermsStatement about="provider" />
    </div>
  )
}
