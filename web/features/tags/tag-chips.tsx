import { type KeyboardEvent, useState } from 'react'
import type { TagCount } from '#contract/memes/tags.ts'
import { Link } from '../../lib/router.tsx'
import styles from './tag-chips.module.css'

interface TagChipsProps {
  /** Accessible name of the row. */
  label: string
  tags: readonly TagCount[]
  addressOf: (tag: string) => string
  /** Tags that filter the list below. */
  chosen?: readonly string[]
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Hashtags in a row that scrolls sideways. The row is one tab stop; arrow keys move along it. */
export function TagChips({ label, tags, addressOf, chosen = [] }: TagChipsProps) {
  const [current, setCurrent] = useState(0)
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const next = event.currentTarget.querySelectorAll('a')[current + step]
    event.preventDefault()
    next?.focus()
  }
  const stop = Math.min(current, tags.length - 1)
  return (
    <nav aria-label={label} className={styles.row}>
      <ul className={styles.chips} onKeyDown={move}>
        {tags.map(({ tag }, index) => (
          <li key={tag}>
            <Link
              className={styles.chip}
              to={addressOf(tag)}
              tabIndex={index === stop ? 0 : -1}
              aria-current={chosen.includes(tag) ? 'true' : undefined}
              onFocus={() => setCurrent(index)}
            >
              #{tag}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
