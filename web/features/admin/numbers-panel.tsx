import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isNearQuota } from '#contract/memes/storage.ts'
import { type Answer, api } from '../../lib/api.ts'
import { formatMoment, formatNumber, formatSpace } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './admin.module.css'
import { DayPlot } from './day-plot.tsx'

type Day = Answer<'GET /admin/numbers'>['data']['days'][number]

const SPANS = ['7', '30', '365'] as const
const SERIES = ['members', 'memes', 'actions', 'reports', 'storedBytes'] as const satisfies (keyof Day)[]

/** Charts of the site's health and growth. */
export function NumbersPanel() {
  const { t, language } = useTranslation()
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30')
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['admin-numbers', span],
    queryFn: ({ signal }) => api('GET /admin/numbers', { query: { days: Number(span) as 7 | 30 | 365 }, signal }),
    placeholderData: (before) => before,
  })
  if (isPending) return <Skeleton className={styles.loading} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const { totals, days } = data.data
  const waiting = (since: string | null) =>
    since ? t('admin.numbers.since', { time: formatMoment(since, language) }) : ''
  const ofQuota = (used: number, max: number | null, format: (max: number) => string) =>
    max === null
      ? ''
      : t(isNearQuota(used, max) ? 'admin.numbers.nearQuota' : 'admin.numbers.ofQuota', {
          max: format(max),
          percent: Math.floor((used / max) * 100),
        })
  const facts: [string, string, string?][] = [
    [t('admin.numbers.members'), formatNumber(totals.members, language)],
    [
      t('admin.numbers.memes'),
      formatNumber(totals.memes, language),
      ofQuota(totals.memes, totals.memesMax, (max) => formatNumber(max, language)),
    ],
    [
      t('admin.numbers.storage'),
      formatSpace(totals.storageBytes, language),
      ofQuota(totals.storageBytes, totals.storageBytesMax, (max) => formatSpace(max, language)),
    ],
    [t('admin.numbers.openReports'), formatNumber(totals.openReports, language), waiting(totals.oldestReportAt)],
    [t('admin.numbers.inReview'), formatNumber(totals.inReview, language), waiting(totals.oldestReviewAt)],
    [t('admin.numbers.openAppeals'), formatNumber(totals.openAppeals, language)],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value, note]) => (
          <div key={name}>
            <dt className={styles.quiet}>{name}</dt>
            <dd>{value}</dd>
            {note && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
      <Segmented
        label={t('admin.numbers.span')}
        options={SPANS.map((value) => ({ value, label: t('desk.days', { count: Number(value) }) }))}
        value={span}
        onChange={setSpan}
      />
      <div className={styles.plots}>
        {SERIES.map((series) => (
          <figure key={series} className={styles.plot}>
            {/* i18n-keys: admin.numbers.new.* */}
            <figcaption>{t(`admin.numbers.new.${series}`)}</figcaption>
            <DayPlot
              days={days.map(({ day }) => day)}
              values={days.map((day) => day[series])}
              kind={series === 'storedBytes' ? 'bytes' : 'count'}
              language={language}
            />
          </figure>
        ))}
      </div>
    </>
  )
}
