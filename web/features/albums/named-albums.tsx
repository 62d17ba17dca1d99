import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import looks from '../../ui/looks.module.css'
import { AlbumCard } from './album-card.tsx'
import { albumsQuery, refreshAlbums } from './album-queries.ts'
import styles from './albums.module.css'

const AlbumDialog = lazyDialog(() => import('./album-dialog.tsx').then((module) => module.AlbumDialog))

/** A user's albums that the viewer may see. Renders nothing if there are none, except on the viewer's own page. */
export function NamedAlbums({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data = [] } = useQuery(albumsQuery(userId))
  const [isNew, setNew] = useState(false)
  if (data.length === 0 && !isOwn) return null
  return (
    <section aria-label={t('albums.title')} className={styles.head}>
      {isOwn && (
        <div className={looks.row3}>
          <Button variant="secondary" size="sm" icon={<FolderPlus size={18} />} onClick={() => setNew(true)}>
            {t('albums.new')}
          </Button>
        </div>
      )}
      {data.length > 0 && (
        <ul className={styles.list}>
          {data.map((album) => (
            <li key={album._id}>
              <AlbumCard album={album} />
            </li>
          ))}
        </ul>
      )}
      {isNew && (
        <Suspense>
          <AlbumDialog
            onClose={() => setNew(false)}
            onSaved={() => {
              setNew(false)
              void refreshAlbums(queryClient)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
