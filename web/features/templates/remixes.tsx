import { useQuery } from '@tanstack/react-query'
import { type ListedMeme, listed, useMemes } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import looks from '../../ui/looks.module.css'
import { ListedPicture } from '../memes/picture/listed-picture.tsx'
import styles from './remixes.module.css'

const STALE_AFTER_MS = 60_000

/** The source of a meme and its remixes; renders nothing without either. */
export function Remixes({ memeId }: { memeId: string }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['remixes', memeId],
    staleTime: STALE_AFTER_MS,
    // Secondary content: the meme matters here.
    retry: false,
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /meme/{id}/remixes', { params: { id: memeId }, signal })
      return { ...data, madeFrom: listed(data.madeFrom ? [data.madeFrom] : []), made: listed(data.made) }
    },
  })
  if (!data) return null
  const { madeFrom, template, made, madeCount } = data
  return (
    <>
      {(madeFrom.length > 0 || template) && (
        <section className={looks.stack2} aria-label={t('memes.madeFrom')}>
          <h2 className={styles.title}>
            {t('memes.madeFrom')}
            {template && (
              <>
                {' '}
                <Link to={paths.template(template._id)}>{template.name || t('memes.template')}</Link>
              </>
            )}
          </h2>
          <Row memes={madeFrom} />
        </section>
      )}
      {made.length > 0 && (
        <section className={looks.stack2} aria-label={t('memes.madeOfIt', { count: madeCount })}>
          <h2 className={styles.title}>{t('memes.madeOfIt', { count: madeCount })}</h2>
          <Row memes={made} />
        </section>
      )}
    </>
  )
}

function Row({ memes }: { memes: readonly ListedMeme[] }) {
  return (
    <ul className={looks.row2}>
      {useMemes(memes).map((meme) => (
        <li key={meme._id}>
          <Link to={paths.meme(meme._id)} className={styles.meme} aria-label={meme.name}>
            <ListedPicture meme={meme} alt="" className={styles.picture} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
