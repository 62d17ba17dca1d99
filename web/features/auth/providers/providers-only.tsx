import styles from '../form/auth-form.module.css'
import { TermsStatement } from '../register/terms-statement.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/** The form of a site whose members sign in only through providers. */
export function ProvidersOnly() {
  return (
    <div className={styles.form}>
      <ProviderButtons />
      <TermsStatement about="provider" />
    </div>
  )
}
