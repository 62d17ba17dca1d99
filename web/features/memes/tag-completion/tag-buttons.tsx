import looks from '../../../ui/looks.module.css'
import styles from './tag-buttons.module.css'

interface TagButtonsProps {
  label: string
  tags: readonly string[]
  onTag: (tag: string) => void
}

/** Buttons that each add a tag; renders nothing without tags. */
export function TagButtons({ label, tags, onTag }: TagButtonsProps) {
  if (tags.length === 0) return null
  return (
    <ul className={looks.row2} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>
          <button type="button" className={styles.tag} onClick={() => onTag(tag)}>
            #{tag}
          </button>
        </li>
      ))}
    </ul>
  )
}
