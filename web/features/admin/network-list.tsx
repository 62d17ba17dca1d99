import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useChange } from '../../ui/use-change.ts'
import styles from './admin.module.css'

const KEY = ['admin-networks']

export function NetworkList() {
  const { t, language } = useTranslation()
  const { change } = useChange(KEY)
  const [network, setNetwork] = useState('')
  const [reason, setReason] = useState('')
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('GET /admin/networks', { signal }),
  })
  const ban = (event: FormEvent) => {
    event.preventDefault()
    if (!network.trim()) return
    void change(async () => {
      await api('POST /admin/networks', { body: { network, reason } })
      setNetwork('')
      setReason('')
      return {}
    })
  }
  const { data, isPending } = query
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ListFailure query={query} />
  return (
    <>
      <p className={styles.quiet}>{t('admin.networks.hint')}</p>
      <form className={styles.search} onSubmit={ban}>
        <TextField
          label={t('admin.networks.network')}
          placeholder="203.0.113.0/24"
          value={network}
          onChange={(event) => setNetwork(event.target.value)}
        />
        <TextField label={t('desk.reason')} value={reason} onChange={(event) => setReason(event.target.value)} />
        <Button type="submit">{t('admin.networks.ban')}</Button>
      </form>
      <ListFailure query={query} />
      {data.data.length === 0 && <p className={styles.quiet}>{t('admin.networks.none')}</p>}
      <ol className={styles.list}>
        {data.data.map((ban) => (
          <li key={ban._id} className={styles.line}>
            <code>{ban.network}</code>
            <span className={styles.quiet}>{formatDay(ban.createdAt, language)}</span>
            <span>{ban.reason}</span>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => void change(() => api('DELETE /admin/networks/{id}', { params: { id: ban._id } }))}
            >
              {t('admin.networks.unban')}
            </Button>
          </li>
        ))}
      </ol>
    </>
  )
}
