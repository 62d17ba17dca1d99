import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { FoundMeme } from '#contract/search.ts'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { pictureAlt } from '../memes/meme-text.ts'
import { averageColor } from '../memes/thumbhash.ts'
import styles from './picture-search-dialog.module.css'

interface PictureSearchDialogProps {
  picture: File
  /** Tells one search from the next of the same file. */
  turn: number
  onClose: () => void
}

/** Shows where a picture is among the memes; the picture is sent to look with, and kept nowhere. */
export function PictureSearchDialog({ picture, turn, onClose }: PictureSearchDialogProps) {
  const { t } = useTranslation()
  const search = useQuery({
    queryKey: ['search by picture', turn],
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<readonly FoundMeme[]> => {
      const form = new FormData()
      form.set('image', picture)
      return (await api('POST /vector-search/image', { form, signal })).data
    },
  })
  return (
    <Dialog
      open
      size="lg"
      title={t('common.search.byPictureTitle')}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      {search.isPending && (
        <p className={styles.looking}>
          <Spinner size="1.5em" />
          <VisuallyHidden live>{t('common.search.byPictureLooking')}</VisuallyHidden>
        </p>
      )}
      {search.isError && <ErrorState error={search.error} onRetry={() => void search.refetch()} />}
      {search.data?.length === 0 && <p>{t('common.search.byPictureNone')}</p>}
      {search.data && search.data.length > 0 && (
        <ul className={styles.list}>
          {search.data.map((meme) => (
            <li key={meme._id}>
              <Link to={paths.meme(meme._id)} title={meme.name} onClick={onClose} className={styles.tile}>
                <img
                  src={meme.image.imageSmall}
                  alt={pictureAlt(meme)}
                  width={meme.image.width}
                  height={meme.image.height}
                  loading="lazy"
                  style={{ backgroundColor: averageColor(meme.image.thumbhash) }}
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
