import { useMutation } from '@tanstack/react-query'
import type { Scope } from '#contract/auth/tokens.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import looks from '../../../ui/looks.module.css'
import { MessageScreen } from '../../../ui/message-screen.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { SecretOnce } from '../../../ui/secret-once.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './access-tokens.module.css'

// i18n-keys: tokens.scope.*
/** The extension searches, and counts copies. It uploads in the site's own dialog. */
const SCOPES = ['read', 'actions'] as const satisfies Scope[]

/**
 * Creates an access token for the browser extension, which opens this page and reads the token from it. The page sends the token
 * nowhere, so other sites and extensions without access to this site gain nothing by opening it.
 */
export function ConnectExtension() {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data, mutate, isPending } = useMutation({
    mutationFn: async () =>
      (await api('POST /users/me/tokens', { body: { name: t('tokens.extension.name'), scopes: [...SCOPES] } })).data,
    onError: (error) => toast.error(error),
  })
  const title = <PageTitle>{t('tokens.extension.title')}</PageTitle>
  if (data) {
    return (
      <MessageScreen isInMain mood="grin" title={t('tokens.extension.done')} text={t('tokens.extension.doneText')}>
        {title}
        <div data-extension-token={data.token}>
          <SecretOnce
            label={t('tokens.value')}
            text={t('tokens.created')}
            secret={data.token}
            copy={t('tokens.copy')}
            copied={t('tokens.copied')}
          />
        </div>
      </MessageScreen>
    )
  }
  return (
    <MessageScreen
      isInMain
      mood="grin"
      title={t('tokens.extension.title')}
      text={t('tokens.extension.text', { name: user?.username })}
      details={
        <>
          <h2 className={looks.label}>{t('tokens.may')}</h2>
          <ul className={styles.permissions}>
            {SCOPES.map((scope) => (
              <li key={scope}>{t(`tokens.scope.${scope}`)}</li>
            ))}
          </ul>
        </>
      }
    >
      {title}
      <ButtonLink to={paths.home} variant="secondary">
        {t('common.cancel')}
      </ButtonLink>
      <Button loading={isPending} onClick={() => mutate()}>
        {t('tokens.extension.submit')}
      </Button>
    </MessageScreen>
  )
}
