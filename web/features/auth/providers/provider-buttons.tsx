import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import styles from '../form/auth-form.module.css'
import { FacebookMark, GoogleMark } from './provider-marks.tsx'
import { useOneTap } from './use-one-tap.ts'
import { useProviderSignIn } from './use-provider-sign-in.ts'

const PROVIDERS = [
  { provider: 'google', name: 'Google', Mark: GoogleMark },
  { provider: 'facebook', name: 'Facebook', Mark: FacebookMark },
] as const

/** Always visible. Buttons of providers that are not configured show a message. Includes Google's one-tap. */
export function ProviderButtons() {
  const { t } = useTranslation()
  const { running, start } = useProviderSignIn()
  useOneTap()
  return (
    <>
      <p className={styles.or}>{t('account.provider.or')}</p>
      <div className={styles.providers}>
        {PROVIDERS.map(({ provider, name, Mark }) => (
          <Button
            key={name}
            variant="secondary"
            icon={<Mark />}
            aria-label={t('account.provider.continue', { provider: name })}
            loading={running === provider}
            disabled={running !== null && running !== provider}
            onClick={() => void start(provider, name)}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  )
}
