import { useQuery } from '@tanstack/react-query'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { type ListedMeme, useMemes } from '../../entities/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ListedPicture } from '../memes/picture/listed-picture.tsx'
import { similarQuery } from './search-query.ts'
import styles from './similar-memes.module.css'

interface SimilarMemesProps {
  memeId: string
  onChoose: (id: string) => void
}

/** Memes with similar pictures. Choosing one opens it instead. */
export function SimilarMemes({ memeId, onChoose }: SimilarMemesProps) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(similarQuery(memeId))
  const memes = useMemes(data ?? NONE)
  if (data && memes.length === 0) return null
  return (
    <section className={styles.similar} aria-busy={isFetching}>
      <h3 className={styles.title}>{t('search.similar.title')}</h3>
      {isError && !data ? (
        <p className={styles.failed}>
          {t('search.similar.failed')}
          <Button size="sm" variant="secondary" loading={isFetching} onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </p>
      ) : (
        <ul className={styles.list}>
          {data
            ? memes.map((meme) => (
                <li key={meme._id}>
                  <SimilarTile meme={meme} onChoose={onChoose} />
                </li>
              ))
            : PLACEHOLDERS.map((height) => (
                <li key={height}>
                  <Skeleton height={height} />
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}

const NONE: readonly ListedMeme[] = []
const PLACEHOLDERS = ['9rem', '11rem', '10rem', '8rem', '9.5rem', '8.5rem']

function SimilarTile({ meme, onChoose }: { meme: Meme; onChoose: (id: string) => void }) {
  return (
    <button type="button" className={styles.tile} title={meme.name} onClick={() => onChoose(meme._id)}>
      <ListedPicture meme={meme} alt={pictureAlt(meme)} className={styles.picture} />
    </button>
  )
}
