import { useQuery } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { formatDay } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { mayModerate } from '../../lib/roles.ts'
import { Link } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import { useIsCovered } from '../memes/picture/covered.ts'
import { CoveredPicture } from '../memes/picture/covered-picture.tsx'
import { averageColor } from '../memes/picture/thumbhash.ts'
import { useObjectUrl } from '../memes/quick-upload/use-object-url.ts'
import { MergeTemplates } from './moderation/merge-templates.tsx'
import { RenameTemplate } from './moderation/rename-template.tsx'
import { RepairPicture } from './moderation/repair-picture.tsx'
import { SplitTemplate } from './moderation/split-template.tsx'
import styles from './template-head.module.css'
import { templatePictureQuery } from './template-queries.ts'

/** A template's picture without captions, its name, counts and tags. */
export function TemplateHead({ template, order }: { template: TemplateDetail; order: ReactNode }) {
  const { t, language } = useTranslation()
  const { user } = useSession()
  const { counts, tags, known } = template
  const name = template.name || t('templates.unnamed')
  return (
    <header className={styles.head}>
      <CleanPicture template={template} alt={t('templates.pictureAlt', { name })} />
      <div className={styles.about}>
        <h1 className={looks.breakable}>{name}</h1>
        <p className={styles.counts}>
          {[
            t('templates.count', { count: counts.all }),
            t('templates.inWeek', { count: counts.week }),
            t('templates.since', { day: formatDay(template.firstSeenAt, language) }),
          ].join(' · ')}
        </p>
        {known && (
          <div className={styles.known}>
            <p>{known.shows}</p>
            <p className={styles.counts}>{known.origin}</p>
            {known.names.length > 0 && (
              <p className={styles.counts}>
                {t('templates.otherNames', { names: formatNames(known.names, language) })}
              </p>
            )}
          </div>
        )}
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={t('templates.tags')}>
            {tags.map((tag) => (
              <li key={tag}>
                <Link to={paths.tag(tag)}>#{tag}</Link>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.buttons}>
          <ButtonLink to={paths.create({ template: template._id })} icon={<WandSparkles size={18} />}>
            {t('templates.make')}
          </ButtonLink>
          {mayModerate(user) && (
            <>
              <RenameTemplate template={template} />
              <RepairPicture template={template} />
              <SplitTemplate template={template} />
              <MergeTemplates template={template} />
            </>
          )}
        </div>
        {order}
      </div>
    </header>
  )
}

const formatNames = (names: readonly string[], language: string) =>
  new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(names)

/** Shows the stored picture; without one, the most liked meme until the server has composed one. */
function CleanPicture({ template, alt }: { template: TemplateDetail; alt: string }) {
  const isCovered = useIsCovered(template)
  const { image, picture } = template
  const size = { width: image.width, height: image.height }
  const style = {
    '--ratio': image.width / image.height,
    backgroundColor: averageColor(image.thumbhash),
  } as CSSProperties
  if (isCovered)
    return (
      <div className={styles.picture} style={style}>
        <CoveredPicture meme={template} labelled />
      </div>
    )
  return (
    <div className={styles.picture} style={style}>
      {picture === null ? (
        <ComposedPicture id={template._id} meanwhile={image.imageSmall} alt={alt} {...size} />
      ) : (
        <Picture src={picture} alt={alt} {...size} />
      )}
    </div>
  )
}

interface ComposedPictureProps {
  id: string
  meanwhile: string
  alt: string
  width: number
  height: number
}

/** Fetched with the member's session, since memes that the member hides are excluded from it. */
function ComposedPicture({ id, meanwhile, ...shown }: ComposedPictureProps) {
  const { data } = useQuery(templatePictureQuery(id))
  return data ? <BlobPicture blob={data} meanwhile={meanwhile} {...shown} /> : <Picture src={meanwhile} {...shown} />
}

function BlobPicture({ blob, meanwhile, ...shown }: Omit<ComposedPictureProps, 'id'> & { blob: Blob }) {
  return <Picture src={useObjectUrl(blob) ?? meanwhile} {...shown} />
}

const Picture = ({ alt, ...shown }: { src: string; alt: string; width: number; height: number }) => (
  <img alt={alt} {...shown} />
)
