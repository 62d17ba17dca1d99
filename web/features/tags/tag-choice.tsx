import styles from './tag-chips.module.css'
import { useFollowTag } from './use-follow-tag.ts'

interface TagChoiceProps {
  tag: string
  isChosen: boolean
  /** The server has the change. */
  onChange: (isChosen: boolean) => void
}

/** A chip that follows its tag. */
export function TagChoice({ tag, isChosen, onChange }: TagChoiceProps) {
  const { mutate, isPending } = useFollowTag(tag)
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isChosen}
      aria-busy={isPending || undefined}
      onClick={() => !isPending && mutate(!isChosen, { onSuccess: ({ data }) => onChange(data.isFollowing) })}
    >
      #{tag}
    </button>
  )
}
