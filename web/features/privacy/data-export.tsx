import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, PackageOpen } from 'lucide-react'
import type { DataExport as Copy } from '#contract/people/privacy.ts'
import { api, apiBlob } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { PanelSection } from '../../ui/panel-section.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './data-export.module.css'

const POLL_EVERY_MS = 2000
/** Delay before the object URL is revoked; by then the browser has started saving the file. */
const RELEASE_AFTER_MS = 60_000

const latestCopy = (userId: string) =>
  queryOptions({
    queryKey: ['data-export', userId],
    queryFn: async ({ signal }) => (await api('GET /users/me/export', { signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'queued' ? POLL_EVERY_MS : false),
  })

/** Requests a data export, and downloads it when ready. */
export function DataExport({ userId }: { userId: string }) {
  const { t, language } = useTranslation()
  const queryClient = useQueryClient()
  const options = latestCopy(userId)
  const { data: copy } = useQuery(options)
  const ask = useMutation({
    mutationFn: () => api('POST /users/me/export'),
    onSuccess: ({ data }) => queryClient.setQueryData(options.queryKey, data),
    onError: (error) => toast.error(error),
  })
  const fetchCopy = useMutation({ mutationFn: save, onError: (error) => toast.error(error) })
  const isBeingMade = ask.isPending || copy?.status === 'queued'
  const isReady = copy?.status === 'ready'
  return (
    <PanelSection title={t('account.export.title')} hint={t('account.export.text')}>
      <p className={styles.state} role="status">
        {isBeingMade && t('account.export.making')}
        {!isBeingMade && copy?.status === 'failed' && t('account.export.failed')}
        {isReady && copy.expiresAt && t('account.export.ready', { day: formatDay(copy.expiresAt, language) })}
      </p>
      <div className={styles.buttons}>
        {isReady && !isBeingMade && (
          <Button icon={<Download size={18} />} loading={fetchCopy.isPending} onClick={() => fetchCopy.mutate(copy)}>
            {t('account.export.download')}
          </Button>
        )}
        <Button variant="secondary" icon={<PackageOpen size={18} />} loading={isBeingMade} onClick={() => ask.mutate()}>
          {t('account.export.submit')}
        </Button>
      </div>
    </PanelSection>
  )
}

/** Downloads an export. The request needs the session's token, so a plain link does not work. */
async function save({ _id, createdAt }: Copy): Promise<void> {
  const blob = await apiBlob('GET /users/me/export/{exportId}/file', { params: { exportId: _id } })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = `memeroom-${createdAt.slice(0, 10)}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS)
}
