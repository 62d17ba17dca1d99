import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { TemplateCard } from '../templates/template-card.tsx'
import { templatesQuery } from '../templates/template-queries.ts'
import styles from './picture-choice.module.css'
import { POPULAR_TEMPLATES_SHOWN } from './popular-templates-shown.ts'

/**
 * The templates with the most memes. Each opens in the studio. Renders nothing if there are none. Until they load, the footer stays
 * below the window.
 */
export function PopularTemplates() {
  const { t } = useTranslation()
  const { data, isPending } = useInfiniteQuery(templatesQuery('all', ''))
  const templates = data?.pages[0]?.templates.slice(0, POPULAR_TEMPLATES_SHOWN) ?? []
  if (templates.length === 0) return isPending ? <div className={styles.pending} /> : null
  return (
    <section className={styles.popular}>
      <h2 className={styles.heading}>{t('studio.popular')}</h2>
      <ul className={styles.list} aria-label={t('studio.popular')}>
        {templates.map((template) => (
          <li key={template._id}>
            <TemplateCard
              template={template}
              count={template.counts.all}
              to={paths.create({ template: template._id })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
