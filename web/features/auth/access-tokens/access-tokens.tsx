import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { AccessTokenInfo } from '#contract/auth/tokens.ts'
import { api } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { siteConfigQuery } from '../../../lib/site-config.ts'
import { Button } from '../../../ui/button.tsx'
import looks from '../../../ui/looks.module.css'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { SecretOnce } from '../../../ui/secret-once.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useChange } from '../../../ui/use-change.ts'
import rows from '../sign-in-data/session-list.module.css'
import styles from './access-tokens.module.css'
import { ACCESS_TOKENS_KEY } from './access-tokens-key.ts'
import { CreateToken } from './create-token.tsx'

// i18n-keys: tokens.scope.*
/** The member's personal access tokens. A new token is shown only once, right after creation. */
export function AccessTokens() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<{ id: string; token: string } | null>(null)
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ACCESS_TOKENS_KEY,
    queryFn: async ({ signal }) => (await api('GET /users/me/tokens', { signal })).data,
    staleTime: 0,
  })
  const { data: hasDocs } = useQuery({ ...siteConfigQuery, select: ({ apiDocs }) => apiDocs })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ACCESS_TOKENS_KEY })
  return (
    <PanelSection title={t('tokens.title')} hint={t('tokens.hint')} wide>
      {hasDocs && <a href="/api/docs">{t('tokens.docs')}</a>}
      {isPending && <Skeleton height="4.5rem" />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {created && (
        <div className={styles.created}>
          <SecretOnce
            label={t('tokens.value')}
            text={t('tokens.created')}
            secret={created.token}
            copy={t('tokens.copy')}
            copied={t('tokens.copied')}
          />
        </div>
      )}
      {data && data.length > 0 && (
        <ul className={rows.list}>
          {data.map((token) => (
            <TokenRow key={token._id} token={token} onRevoked={() => created?.id === token._id && setCreated(null)} />
          ))}
        </ul>
      )}
      <CreateToken
        onCreated={({ _id, token }) => {
          setCreated({ id: _id, token })
          void refresh()
        }}
      />
    </PanelSection>
  )
}

function TokenRow({ token, onRevoked }: { token: AccessTokenInfo; onRevoked: () => void }) {
  const { t, language } = useTranslation()
  const { isRunning, change } = useChange(ACCESS_TOKENS_KEY)
  const revoke = async () => {
    await change(() => api('DELETE /users/me/tokens/{id}', { params: { id: token._id } }))
    onRevoked()
  }
  return (
    <li className={rows.row}>
      <KeyRound size={22} aria-hidden="true" />
      <div className={rows.what}>
        <strong>{token.name}</strong>
        <span className={looks.quiet}>{token.scopes.map((scope) => t(`tokens.scope.${scope}`)).join(' · ')}</span>
        <span className={looks.quiet}>
          {token.lastUsedAt
            ? t('tokens.lastUsed', { time: formatMoment(token.lastUsedAt, language) })
            : t('tokens.never')}
        </span>
      </div>
      <Button
        variant="secondary"
        size="sm"
        loading={isRunning}
        aria-label={t('tokens.revokeOf', { name: token.name })}
        onClick={() => void revoke()}
      >
        {t('tokens.revoke')}
      </Button>
    </li>
  )
}
