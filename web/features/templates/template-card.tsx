import { useTranslation } from 'react-i18next'
import type { Template } from '#contract/templates.ts'
import { paths } from '../../lib/paths.ts'
import { PictureCard } from '../memes/picture/picture-card.tsx'

export function TemplateCard({ template, count }: { template: Template; count: number }) {
  const { t } = useTranslation()
  return (
    <PictureCard
      to={paths.template(template._id)}
      image={template.image}
      name={template.name || t('templates.unnamed')}
      note={t('templates.count', { count })}
    />
  )
}
