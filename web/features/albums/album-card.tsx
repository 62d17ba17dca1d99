import { Images } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Album } from '#contract/albums.ts'
import { paths } from '../../lib/paths.ts'
import { averageColor } from '../memes/picture/thumbhash.ts'
import styles from './albums.module.css'
import { VISIBILITY_KEYS } from './visibility-texts.ts'

/** An album in a grid: its cover, unless that is sensitive, name and count. */
export function AlbumCard({ album }: { album: Album }) {
  const { t } = useTranslation()
  const { cover } = album
  const parts = [
    t('albums.count', { count: album.count }),
    ...(album.isOwn ? [t(VISIBILITY_KEYS[album.visibility])] : []),
  ]
  return (
    <Link to={paths.album(album._id)} className={styles.card}>
      {cover && !cover.sensitive ? (
        <img
          src={cover.image.imageSmall}
          alt=""
          width={cover.image.width}
          height={cover.image.height}
          loading="lazy"
          decoding="async"
          className={styles.picture}
          style={{ backgroundColor: averageColor(cover.image.thumbhash) }}
        />
      ) : (
        <span className={styles.noPicture} aria-hidden="true">
          <Images size={32} />
        </span>
      )}
      <span className={styles.name}>{album.name}</span>
      <span className={styles.count}>{parts.join(' · ')}</span>
    </Link>
  )
}
