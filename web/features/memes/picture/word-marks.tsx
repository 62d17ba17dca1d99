import type { Meme } from '#contract/memes/memes.ts'
import type { FoundMeme } from '#contract/memes/search.ts'
import styles from './word-marks.module.css'

/** Highlights the words that a search found in the picture. The picture must be aligned with the top of the common container. */
export function WordMarks({ meme }: { meme: Meme & Partial<Pick<FoundMeme, 'boxes'>> }) {
  if (!meme.boxes || meme.boxes.length === 0) return null
  return (
    <span
      aria-hidden="true"
      className={styles.marks}
      style={{ aspectRatio: `${meme.image.width} / ${meme.image.height}` }}
    >
      {meme.boxes.map(({ x, y, width, height }) => (
        <span
          key={`${x} ${y} ${width}`}
          className={styles.mark}
          data-word-mark
          style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
        />
      ))}
    </span>
  )
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
