import { Link } from 'react-router'
import type { TagCount } from '#contract/tags.ts'
import styles from './tag-chips.module.css'

interface TagChipsProps {
  /** Names the row for screen readers. */
  label: string
  tags: readonly TagCount[]
  addressOf: (tag: string) => string
  /** The tags that the list below is narrowed to. */
  chosen?: readonly string[]
}

/** Hashtags in a row that scrolls sideways. */
export function TagChips({ label, tags, addressOf, chosen = [] }: TagChipsProps) {
  return (
    <nav aria-label={label} className={styles.row}>
      <ul className={styles.chips}>
        {tags.map(({ tag }) => (
          <li key={tag}>
            <Link className={styles.chip} to={addressOf(tag)} aria-current={chosen.includes(tag) ? 'true' : undefined}>
              #{tag}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
