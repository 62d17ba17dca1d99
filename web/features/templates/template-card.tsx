import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Template } from '#contract/templates.ts'
import { paths } from '../../lib/paths.ts'
import { averageColor } from '../memes/picture/thumbhash.ts'
import styles from './template-card.module.css'

export function TemplateCard({ template, count }: { template: Template; count: number }) {
  const { t } = useTranslation()
  const { image } = template
  return (
    <Link to={paths.template(template._id)} className={styles.card}>
      <img
        src={image.imageSmall}
        alt=""
        width={image.width}
        height={image.height}
        loading="lazy"
        decoding="async"
        className={styles.picture}
        style={{ backgroundColor: averageColor(image.thumbhash) }}
      />
      <span className={styles.name}>{template.name || t('templates.unnamed')}</span>
      <span className={styles.count}>{t('templates.count', { count })}</span>
    </Link>
  )
}
