import { useQuery } from '@tanstack/react-query'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { apiBlob } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { revealMeme, useIsCovered } from '../memes/picture/covered.ts'
import { CoveredPicture } from '../memes/picture/covered-picture.tsx'
import { useObjectUrl } from '../memes/quick-upload/use-object-url.ts'
import styles from './desk.module.css'

/** The removed picture of an open appeal, covered like a sensitive one. Its address is blocked, so the API sends it. */
export function AppealPicture({ id, meme }: { id: string; meme: Meme }) {
  const { t } = useTranslation()
  const isCovered = useIsCovered({ _id: meme._id, sensitive: true })
  const { data, isError } = useQuery({
    queryKey: ['appeal-picture', id],
    enabled: !isCovered,
    retry: false,
    queryFn: ({ signal }) => apiBlob('GET /moderation/appeals/{id}/picture', { params: { id }, signal }),
  })
  return (
    <div className={styles.removed}>
      {isCovered ? (
        <>
          <CoveredPicture meme={meme} />
          <Button variant="secondary" size="sm" onClick={() => revealMeme(meme._id)}>
            {t('memes.showSensitive')}
          </Button>
        </>
      ) : data ? (
        <Picture blob={data} alt={pictureAlt(meme)} />
      ) : isError ? (
        <p className={looks.quiet}>{t('feed.imageFailed')}</p>
      ) : (
        <Skeleton height="12rem" />
      )}
    </div>
  )
}

function Picture({ blob, alt }: { blob: Blob; alt: string }) {
  const url = useObjectUrl(blob)
  return url && <img src={url} alt={alt} />
}
