import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../lib/api.ts'
import { formatMoment, formatSpace } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './admin.module.css'
import table from './space-panel.module.css'

type Space = Answer<'GET /admin/space'>['data']

const PARTS = ['originals', 'sizes', 'otherFiles', 'waiting', 'exports', 'database'] as const satisfies (keyof Space)[]

/** Shows used space by purpose, and the free space. */
export function SpacePanel() {
  const { t, language } = useTranslation()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['admin-space'],
    queryFn: ({ signal }) => api('GET /admin/space', { signal }),
  })
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const { backup, disk, measuredAt } = data.data
  const total = PARTS.reduce((sum, part) => sum + data.data[part], 0)
  const size = (bytes: number) => formatSpace(bytes, language)
  const backupSize = backup ? (backup.bytes === null ? t('admin.space.unknown') : size(backup.bytes)) : null
  return (
    <>
      <p className={styles.quiet}>{t('admin.space.measured', { time: formatMoment(measuredAt, language) })}</p>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('admin.space.kind')}</th>
            <th scope="col">{t('admin.space.size')}</th>
          </tr>
        </thead>
        <tbody>
          {PARTS.map((part) => (
            <Row
              key={part}
              /* i18n-keys: admin.space.* */
              name={t(`admin.space.${part}`)}
              hint={t(`admin.space.${part}Hint`)}
              size={size(data.data[part])}
              share={total === 0 ? 0 : data.data[part] / total}
            />
          ))}
        </tbody>
        <tfoot>
          <Row name={t('admin.space.total')} size={size(total)} />
          <Row
            name={t('admin.space.backup')}
            hint={backup ? t('admin.space.backupHint', { time: formatMoment(backup.at, language) }) : undefined}
            size={backupSize ?? t('admin.space.noBackup')}
          />
          {disk && (
            <Row
              name={t('admin.space.disk')}
              hint={t('admin.space.diskHint', { total: size(disk.total) })}
              size={size(disk.free)}
            />
          )}
        </tfoot>
      </table>
    </>
  )
}

interface RowProps {
  name: string
  hint?: string | undefined
  size: string
  /** From 0 to 1, of the total. */
  share?: number
}

function Row({ name, hint, size, share }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        {hint && <span className={table.hint}>{hint}</span>}
        {share !== undefined && (
          <span className={table.bar}>
            <span style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </th>
      <td>{size}</td>
    </tr>
  )
}
