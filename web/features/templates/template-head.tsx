import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { TemplateDetail } from '#contract/templates.ts'
import { formatDay } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { averageColor } from '../memes/picture/thumbhash.ts'
import styles from './template-head.module.css'
import { templatePictureUrl } from './template-queries.ts'

/** A template's picture without captions, its name, counts and tags. */
export function TemplateHead({ template, order }: { template: TemplateDetail; order: ReactNode }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { counts, image, tags } = template
  const name = template.name || t('templates.unnamed')
  return (
    <header className={styles.head}>
      <img
        src={templatePictureUrl(template._id)}
        alt={t('templates.pictureAlt', { name })}
        width={image.width}
        height={image.height}
        className={styles.picture}
        style={{ backgroundColor: averageColor(image.thumbhash) }}
      />
      <div className={styles.about}>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.counts}>
          {[
            t('templates.count', { count: counts.all }),
            t('templates.inWeek', { count: counts.week }),
            t('templates.since', { day: formatDay(template.firstSeenAt, language) }),
          ].join(' · ')}
        </p>
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={t('templates.tags')}>
            {tags.map((tag) => (
              <li key={tag}>
                <Link to={paths.tag(tag)}>#{tag}</Link>
              </li>
            ))}
          </ul>
        )}
        <ButtonLink to={paths.create({ template: template._id })}>{t('templates.make')}</ButtonLink>
        {order}
      </div>
    </header>
  )
}
