import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { GifKey } from '#contract/site/gif-keys.ts'
import { api } from '../../lib/api.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ListFailure } from '../../ui/list-failure.tsx'
import { PanelSection } from '../../ui/panel-section.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useChange } from '../../ui/use-change.ts'
import { useTask } from '../../ui/use-task.ts'
import styles from './admin.module.css'

const KEY = ['admin-gif-keys'] as const

/** Keys with which chats use the GIF provider. A new key is shown once. */
export function GifKeys() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [shown, setShown] = useState<{ _id: string; name: string; key: string } | null>(null)
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api('GET /admin/gif-keys', { signal })).data,
  })
  const refresh = () => void client.invalidateQueries({ queryKey: KEY })
  const { data, isPending } = query
  return (
    <PanelSection wide title={t('admin.gifKeys.title')} hint={t('admin.gifKeys.hint')}>
      <AddKey
        onCreated={(made) => {
          setShown(made)
          refresh()
        }}
      />
      {shown && (
        <SecretOnce
          label={t('admin.gifKeys.value')}
          text={t('admin.gifKeys.once', { name: shown.name })}
          secret={shown.key}
          copy={t('admin.gifKeys.copy')}
          copied={t('admin.gifKeys.copied')}
        />
      )}
      {isPending && <Skeleton height="4rem" />}
      <ListFailure query={query} />
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((key) => (
            <KeyRow key={key._id} value={key} onRemoved={() => shown?._id === key._id && setShown(null)} />
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

/** The typed name stays until the key is created. */
function AddKey({ onCreated }: { onCreated: (made: { _id: string; name: string; key: string }) => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const { isRunning, problems, run } = useTask({ name: [] })
  const add = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      onCreated((await api('POST /admin/gif-keys', { body: { name } })).data)
      setName('')
    })
  }
  return (
    <form className={styles.search} noValidate onSubmit={add}>
      <TextField
        label={t('admin.gifKeys.name')}
        autoComplete="off"
        error={problems.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" loading={isRunning}>
        {t('admin.gifKeys.add')}
      </Button>
    </form>
  )
}

function KeyRow({ value, onRemoved }: { value: GifKey; onRemoved: () => void }) {
  const { t, language } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  const { isRunning, change } = useChange(KEY)
  const remove = async () => {
    await change(() => api('DELETE /admin/gif-keys/{id}', { params: { id: value._id } }))
    onRemoved()
  }
  return (
    <li className={styles.line} aria-label={value.name}>
      <strong>{value.name}</strong>
      <span className={styles.quiet}>
        {t('admin.gifKeys.calls', { count: value.calls, number: formatNumber(value.calls, language) })}
      </span>
      <span className={styles.quiet}>{t('admin.gifKeys.since', { day: formatDay(value.createdAt, language) })}</span>
      {isLeaving ? (
        <>
          <Button size="sm" variant="danger" loading={isRunning} onClick={() => void remove()}>
            {t('admin.gifKeys.removeSure')}
          </Button>
          <Button size="sm" variant="ghost" autoFocus onClick={() => setLeaving(false)}>
            {t('common.cancel')}
          </Button>
        </>
      ) : (
        <Button size="sm" variant="ghost" onClick={() => setLeaving(true)}>
          {t('admin.gifKeys.remove')}
        </Button>
      )}
    </li>
  )
}
