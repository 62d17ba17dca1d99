import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useChange } from '../../ui/use-change.ts'
import styles from './desk.module.css'

const KEY = ['desk-invites']
const linkOf = (code: string) => `${window.location.origin}${paths.register}?invite=${encodeURIComponent(code)}`

/** Invites with their creators and the members who used them. */
export function InviteList() {
  const { t, language } = useTranslation()
  const { change } = useChange(KEY)
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState('7')
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('GET /admin/invites', { signal }),
  })
  const create = (event: FormEvent) => {
    event.preventDefault()
    void change(async () => {
      await api('POST /admin/invites', { body: { uses: Number(uses), days: Number(days) } })
      return {}
    })
  }
  const copy = (code: string) =>
    navigator.clipboard.writeText(linkOf(code)).then(
      () => toast.success(t('desk.invite.copied')),
      () => toast.info(linkOf(code)),
    )
  const { data, isPending } = query
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ListFailure query={query} />
  return (
    <>
      <form className={styles.line} onSubmit={create}>
        <TextField
          label={t('desk.invite.uses')}
          type="number"
          min={1}
          max={1000}
          required
          value={uses}
          onChange={(event) => setUses(event.target.value)}
        />
        <TextField
          label={t('desk.invite.days')}
          type="number"
          min={1}
          max={365}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
        <Button type="submit">{t('desk.invite.create')}</Button>
      </form>
      <ListFailure query={query} />
      <ol className={styles.invites}>
        {data.data.map((invite) => (
          <li key={invite._id} data-off={!invite.isValid || undefined}>
            <code>{invite.code}</code>
            <span className={looks.quiet}>
              {t('desk.invite.facts', {
                uses: invite.uses,
                max: invite.usesMax,
                day: formatDay(invite.expiresAt, language),
                name: invite.createdBy ?? '–',
              })}
            </span>
            {invite.invited.length > 0 && <span>{invite.invited.map((name) => `@${name}`).join(', ')}</span>}
            {invite.isValid && (
              <span className={styles.buttons}>
                <Button size="sm" variant="secondary" onClick={() => void copy(invite.code)}>
                  {t('desk.invite.copy')}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => void change(() => api('DELETE /admin/invites/{id}', { params: { id: invite._id } }))}
                >
                  {t('desk.invite.revoke')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
