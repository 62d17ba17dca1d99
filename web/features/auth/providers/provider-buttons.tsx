import { useTranslation } from '../../../lib/i18n.ts'
import { useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../form/auth-form.module.css'
import { type Provider, useProviders, useProvidersOnly } from './provider-config.ts'
import { ProviderMark } from './provider-marks.tsx'
import { useProviderSignIn } from './use-provider-sign-in.ts'

/** The configured providers; nothing if there is none. Until they are loaded, their names from the document hold the place. */
export function ProviderButtons({ leave }: { leave?: (url: string) => void }) {
  const { t } = useTranslation()
  const { providerNames } = useSite()
  const loaded = useProviders()
  const isOnlyWay = useProvidersOnly()
  const { running, start } = useProviderSignIn(leave)
  const shown: Provider[] = loaded ?? providerNames.map((name) => ({ name, id: null }))
  if (shown.length === 0) return null
  return (
    <>
      {!isOnlyWay && <p className={styles.or}>{t('account.provider.or')}</p>}
      <div className={styles.providers}>
        {shown.map((provider) => (
          <Button
            key={provider.name}
            variant="secondary"
            wide
            icon={<ProviderMark provider={provider} />}
            aria-label={t('account.provider.continue', { provider: provider.name })}
            loading={running === provider.name}
            disabled={!loaded || (running !== null && running !== provider.name)}
            onClick={() => void start(provider)}
          >
            {provider.name}
          </Button>
        ))}
      </div>
    </>
  )
}
