import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  width?: string
  height?: string
  round?: boolean
  className?: string | undefined
  style?: CSSProperties
}

/** Loading placeholder. Hidden from screen readers, so announce "loading" once for the list. */
export function Skeleton({ width, height, round, className, style }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, round && styles.round, className)}
      style={{ width, height, ...style }}
    />
  )
}
