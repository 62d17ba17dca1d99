import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import type { FoundMeme } from '#contract/memes/search.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { ListedPicture } from '../memes/picture/listed-picture.tsx'
import { quickUpload } from '../memes/quick-upload/quick-upload-modal-state.ts'
import { useObjectUrl } from '../memes/quick-upload/use-object-url.ts'
import styles from './picture-search-dialog.module.css'

interface PictureSearchDialogProps {
  picture: File
  /** Distinguishes repeated searches for the same file. */
  turn: number
  onClose: () => void
}

/** Searches memes by a picture. The server does not store the picture. */
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
  const upload = () => {
    onClose()
    quickUpload.open([picture])
  }
  return (
    <Dialog
      open
      size="lg"
      title={t('common.search.byPictureTitle')}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Asked picture={picture} />
      {search.isPending && (
        <p className={styles.looking}>
          <Spinner size="1.5em" />
          <VisuallyHidden live>{t('common.search.byPictureLooking')}</VisuallyHidden>
        </p>
      )}
      {search.isError && <ErrorState error={search.error} onRetry={() => void search.refetch()} />}
      {search.data?.length === 0 && (
        <EmptyState
          title={t('common.search.byPictureNone')}
          action={
            <Button icon={<ImagePlus size={20} />} onClick={upload}>
              {t('common.search.byPictureUpload')}
            </Button>
          }
        />
      )}
      {search.data && search.data.length > 0 && (
        <ul className={styles.list}>
          {search.data.map((meme) => (
            <li key={meme._id}>
              <Link to={paths.memeModal(meme._id)} title={meme.name} onClick={onClose} className={styles.tile}>
                <ListedPicture meme={meme} alt={pictureAlt(meme)} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** The query picture, above the results. */
function Asked({ picture }: { picture: File }) {
  const { t } = useTranslation()
  const url = useObjectUrl(picture)
  return <div className={styles.asked}>{url && <img src={url} alt={t('common.search.byPictureAsked')} />}</div>
}
