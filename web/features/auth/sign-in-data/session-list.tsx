import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { SessionInfo } from '#contract/auth/sessions.ts'
import { api } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import looks from '../../../ui/looks.module.css'
import { PanelSection } from '../../../ui/panel-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useChange } from '../../../ui/use-change.ts'
import { ACCESS_TOKENS_KEY } from '../access-tokens/access-tokens-key.ts'
import styles from './session-list.module.css'

const KEY = ['sessions'] as const

/** The account's sessions. The user can end each one except the current. */
export function SessionList() {
  const { t, language } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    // Device descriptions depend on the page's language.
    queryKey: [...KEY, language],
    queryFn: async ({ signal }) => (await api('GET /users/me/sessions', { signal })).data,
    staleTime: 0,
  })
  const [endTokens, setEndTokens] = useState(true)
  const { isRunning, change } = useChange(KEY, ACCESS_TOKENS_KEY)
  return (
    <PanelSection title={t('account.sessions.title')} hint={t('account.sessions.hint')} wide>
      {isPending && <Skeleton height="4.5rem" />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data && (
        <ul className={styles.list}>
          {data.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <>
          <Checkbox
            label={t('account.endTokens')}
            checked={endTokens}
            onChange={(event) => setEndTokens(event.target.checked)}
          />
          <Button
            variant="secondary"
            loading={isRunning}
            onClick={() => void change(() => api('DELETE /users/me/sessions', { query: { endTokens } }))}
          >
            {t('account.sessions.endAll')}
          </Button>
        </>
      )}
    </PanelSection>
  )
}

function SessionRow({ session }: { session: SessionInfo }) {
  const { t, language } = useTranslation()
  const { isRunning, change } = useChange(KEY)
  const params = { sessionId: session._id }
  return (
    <li className={styles.row}>
      <MonitorSmartphone size={22} aria-hidden="true" />
      <div className={styles.what}>
        <strong>{session.device}</strong>
        <span className={looks.quiet}>
          {session.current
            ? t('account.sessions.current')
            : t('account.sessions.lastUsed', { time: formatMoment(session.lastUsedAt, language) })}
        </span>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="sm"
          loading={isRunning}
          aria-label={t('account.sessions.endOf', { device: session.device })}
          onClick={() => void change(() => api('DELETE /users/me/sessions/{sessionId}', { params }))}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  )
}
