import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import styles from './storage.module.css'
import { fullnessOf, storageQuery } from './storage-query.ts'
import { useStorageText } from './use-storage-text.ts'

/** Warns the member from 80 % of a quota on. */
export function StorageWarning() {
  const { user } = useSession()
  return user && !user.suspension ? <Warning userId={user.userId} /> : null
}

function Warning({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(storageQuery(userId))
  const textOf = useStorageText()
  const fullness = data && fullnessOf(data)
  if (!data || fullness === 'free') return null
  return (
    <p className={styles.warning} role="status" data-fullness={fullness}>
      {/* i18n-keys: storage.near storage.full storage.siteFull */}
      {t(`storage.${fullness}`, { use: textOf(data) })}
    </p>
  )
}
