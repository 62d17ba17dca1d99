import { useQuery } from '@tanstack/react-query'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { type ListedMeme, listed, useMemes } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import looks from '../../ui/looks.module.css'
import { ListedPicture } from '../memes/picture/listed-picture.tsx'
import styles from './remixes.module.css'

const NONE: readonly ListedMeme[] = []
const SHOWN = 6
const STALE_AFTER_MS = 60_000

/** In a meme's details: the template's most popular other memes. Renders nothing if there are none. */
export function TemplateRow({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const id = meme.templateId ?? ''
  const { data = NONE } = useQuery({
    queryKey: ['template-memes', id, 'row'],
    enabled: id !== '',
    staleTime: STALE_AFTER_MS,
    // Secondary content: the meme matters here.
    retry: false,
    queryFn: async ({ signal }) =>
      listed((await api('GET /template/{id}/memes', { params: { id }, query: { limit: SHOWN + 1 }, signal })).data),
  })
  const others = useMemes(data)
    .filter(({ _id }) => _id !== meme._id)
    .slice(0, SHOWN)
  if (others.length === 0) return null
  return (
    <section className={looks.stack2} aria-label={t('memes.sameTemplate')}>
      <h2 className={styles.title}>
        <Link to={paths.template(id)}>{t('memes.sameTemplate')}</Link>
      </h2>
      <ul className={looks.row2}>
        {others.map((other) => (
          <li key={other._id}>
            <Link to={paths.meme(other._id)} className={styles.meme} title={other.name}>
              <ListedPicture meme={other} alt={pictureAlt(other)} className={styles.picture} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
