import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import styles from './fitting-templates.module.css'
import { TemplateCard } from './template-card.tsx'
import { fittingTemplatesQuery } from './template-queries.ts'

/** Templates with matching names, for a search with few results. Renders nothing if there are none. */
export function FittingTemplates({ text }: { text: string }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(fittingTemplatesQuery(text))
  if (data.length === 0) return null
  return (
    <section className={styles.fitting}>
      <h2 className={styles.title}>{t('templates.fitting')}</h2>
      <ul className={styles.list}>
        {data.map((template) => (
          <li key={template._id}>
            <TemplateCard template={template} count={template.counts.all} />
          </li>
        ))}
      </ul>
    </section>
  )
}
