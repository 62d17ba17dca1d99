import type { Template } from '#contract/templates/templates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useIsCovered } from '../memes/picture/covered.ts'
import { PictureCard } from '../memes/picture/picture-card.tsx'

interface TemplateCardProps {
  template: Template
  count: number
  /** Link target; defaults to the template's page. */
  to?: string
}

export function TemplateCard({ template, count, to = paths.template(template._id) }: TemplateCardProps) {
  const { t } = useTranslation()
  const isCovered = useIsCovered(template)
  return (
    <PictureCard
      to={to}
      image={template.image}
      covered={isCovered}
      name={template.name || t('templates.unnamed')}
      note={t('templates.count', { count })}
    />
  )
}
