import { useMutation } from '@tanstack/react-query'
import type { Scope } from '#contract/auth/tokens.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { MessageScreen } from '../../../ui/message-screen.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { SecretOnce } from '../../../ui/secret-once.tsx'
import { toast } from '../../../ui/toast.ts'

// i18n-keys: tokens.scope.*
/** The extension searches, and counts copies. It uploads in the site's own dialog. */
const SCOPES = ['read', 'actions'] as const satisfies Scope[]

/**
 * Creates an access token for the browser extension, which opens this page and reads the token from it. The page sends the token
 * nowhere, so other sites and extensions without access to this site gain nothing by opening it.
 */
export function ConnectExtension() {
  const { t } = useTranslation()
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
      text={t('tokens.extension.text')}
      note={`${t('tokens.may')}: ${SCOPES.map((scope) => t(`tokens.scope.${scope}`)).join(' · ')}`}
    >
      {title}
      <Button loading={isPending} onClick={() => mutate()}>
        {t('tokens.extension.submit')}
      </Button>
    </MessageScreen>
  )
}
