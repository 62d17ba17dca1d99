import { useInfiniteQuery } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import { ROLES } from '#contract/people/roles.ts'
import { formatDay, formatMoment } from '../../lib/format.ts'
import { translate, useTranslation } from '../../lib/i18n.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './desk.module.css'
import { type LogFilter, logQuery } from './desk-query.ts'

/** Formats the logged text of a new invite, `5 × 2026-11-30T04:10:50.882Z`, as a sentence. */
function inviteText(reason: string, language: Language): string {
  const [, uses, end] = /^(\d+) × (\S+)$/.exec(reason) ?? []
  if (!uses || !end) return reason
  return translate('desk.invite.madeFor', { count: Number(uses), day: formatDay(end, language) })
}

const ROLE_NAMES = new Set<string>(ROLES)

/** Formats the logged text of a password link, the time at which it ends. */
const linkText = (reason: string, language: Language) =>
  Number.isNaN(Date.parse(reason)) ? reason : translate('desk.linkValid', { day: formatDay(reason, language) })

/** Formats the logged text of a role, `admin`, or of its change, `member → moderator`, with the roles' display names. */
function roleText(reason: string): string {
  const roles = reason.split(' → ')
  if (!roles.every((role) => ROLE_NAMES.has(role))) return reason
  // i18n-keys: admin.role.*
  return roles.map((role) => translate(`admin.role.${role}`)).join(' → ')
}

function reasonText({ action, reason }: { action: string; reason: string }, language: Language): string {
  if (action === 'invite') return inviteText(reason, language)
  if (action === 'resetLink') return linkText(reason, language)
  return action === 'role' || action === 'create' ? roleText(reason) : reason
}

/** Log of moderator actions with reasons. Clicking a name or a meme filters the log. */
export function LogList() {
  const { t, language } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const filter: LogFilter = {
    ...(address.get('meme') ? { memeId: address.get('meme') ?? '' } : {}),
    ...(address.get('person') ? { userId: address.get('person') ?? '' } : {}),
  }
  const isFiltered = Object.keys(filter).length > 0
  const narrow = (change: Record<string, string>) => setAddress({ tab: 'log', ...change })
  const query = useInfiniteQuery(logQuery(filter))
  const { data, isPending } = query
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ListFailure query={query} />
  const entries = data.pages.flatMap((page) => page.data)
  return (
    <>
      {isFiltered && (
        <Button size="sm" variant="secondary" onClick={() => narrow({})}>
          {t('desk.logAll')}
        </Button>
      )}
      {entries.length === 0 && <EmptyState title={t('desk.logEmpty')} />}
      <ol className={styles.log}>
        {entries.map((entry) => {
          const { actor, targetName, targetKind, targetId } = entry
          return (
            <li key={entry._id}>
              <time className={looks.quiet} dateTime={entry.at}>
                {formatMoment(entry.at, language)}
              </time>
              {actor ? (
                <button type="button" className={styles.link} onClick={() => narrow({ person: actor._id })}>
                  @{actor.username}
                </button>
              ) : (
                <span>{t(entry.action.startsWith('auto') ? 'desk.automatic' : 'desk.operator')}</span>
              )}
              {/* i18n-keys: desk.action.* */}
              <strong>{t(`desk.action.${entry.action}`)}</strong>
              {targetName && (
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => narrow(targetKind === 'meme' ? { meme: targetId } : { person: targetId })}
                >
                  {targetKind === 'user' ? `@${targetName}` : targetName}
                </button>
              )}
              <span>{reasonText(entry, language)}</span>
            </li>
          )
        })}
      </ol>
      <ListEnd query={query} more={t('desk.more')} />
    </>
  )
}
