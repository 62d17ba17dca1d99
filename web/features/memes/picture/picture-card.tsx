import type { ReactNode } from 'react'
import type { MemeImage } from '#contract/memes/memes.ts'
import { Link } from '../../../lib/router.tsx'
import looks from '../../../ui/looks.module.css'
import { CoveredPicture } from './covered-picture.tsx'
import styles from './picture-card.module.css'
import { Thumbnail } from './thumbnail.tsx'

interface PictureCardProps {
  to: string
  image: MemeImage | undefined
  /** Shows the blurred placeholder instead of the picture. */
  covered?: boolean
  /** Icon to show instead of a picture. */
  icon?: ReactNode
  name: string
  note: string
}

/** Aspect ratio of all pictures in the grid. */
export const PROPORTIONS = { width: 4, height: 3 }

/** A link with a picture, a name and a note, for use in a grid. */
export function PictureCard({ to, image, covered = false, icon, name, note }: PictureCardProps) {
  return (
    <Link to={to} className={styles.card}>
      {image && covered ? (
        <CoveredPicture meme={{ image: { ...image, ...PROPORTIONS } }} className={styles.picture} />
      ) : image ? (
        <Thumbnail image={image} className={styles.picture} />
      ) : (
        <span className={styles.noPicture} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.name}>{name}</span>
      <span className={looks.quiet}>{note}</span>
    </Link>
  )
}
