import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './auth-form.module.css'
import { FacebookMark, GoogleMark } from './provider-marks.tsx'

const PROVIDERS = [
  { name: 'Google', Mark: GoogleMark },
  { name: 'Facebook', Mark: FacebookMark },
] as const

/** Always in sight; where the site has no provider they say so. */
export function ProviderButtons() {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.or}>{t('account.provider.or')}</p>
      <div className={styles.providers}>
        {PROVIDERS.map(({ name, Mark }) => (
          <Button
            key={name}
            variant="secondary"
            icon={<Mark />}
            aria-label={t('account.provider.continue', { provider: name })}
            onClick={() => toast.info(t('auth.provider.notConfigured', { provider: name }), { id: `provider ${name}` })}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  )
}
