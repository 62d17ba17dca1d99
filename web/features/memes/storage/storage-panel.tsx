import { useQuery } from '@tanstack/react-query'
import { isNearQuota } from '#contract/memes/storage.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { PanelSection } from '../../../ui/panel-section.tsx'
import styles from './storage.module.css'
import { percentOf, storageQuery } from './storage-query.ts'
import { StorageWarning } from './storage-warning.tsx'
import { useStorageText } from './use-storage-text.ts'

/** Shows the storage that the member uses, with a bar for the share of each limit. */
export function StoragePanel({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(storageQuery(userId))
  const textOf = useStorageText()
  if (!data) return null
  const percents = [percentOf(data.bytes, data.bytesMax), percentOf(data.memes, data.memesMax)]
  return (
    <PanelSection wide title={t('storage.title')} hint={t('storage.hint')}>
      <div className={styles.panel}>
        <p className={styles.use}>{textOf(data)}</p>
        {percents.map(
          (percent, at) =>
            percent !== null && (
              // biome-ignore lint/suspicious/noArrayIndexKey: one bar for each limit.
              <div key={at} className={styles.bar} data-high={isNearQuota(percent, 100) || undefined}>
                <div className={styles.fill} style={{ width: `${percent}%` }} />
              </div>
            ),
        )}
        <StorageWarning />
      </div>
    </PanelSection>
  )
}
