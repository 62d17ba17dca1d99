import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './progress-panel.module.css'

export function ProgressSkeleton() {
  return (
    <div className={styles.panel}>
      <Skeleton height="2rem" width="16rem" />
      <Skeleton height="1.75rem" />
      <Skeleton height="4rem" />
    </div>
  )
}
