import { Images } from 'lucide-react'
import type { Album } from '#contract/memes/albums.ts'
import { useMeme } from '../../entities/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { PictureCard } from '../memes/picture/picture-card.tsx'
import { useVisibilityText } from './visibility-texts.ts'

/** An album in a grid: its cover (hidden if sensitive), name and count. */
export function AlbumCard({ album }: { album: Album }) {
  const { t } = useTranslation()
  const visibilityText = useVisibilityText()
  const cover = useMeme(album.cover ?? undefined)
  const parts = [t('albums.count', { count: album.count }), ...(album.isOwn ? [visibilityText(album.visibility)] : [])]
  return (
    <PictureCard
      to={paths.album(album._id)}
      image={cover && !cover.sensitive ? cover.image : undefined}
      icon={<Images size={32} />}
      name={album.name}
      note={parts.join(' · ')}
    />
  )
}
