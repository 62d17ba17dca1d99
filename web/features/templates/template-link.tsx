import { Layers2, WandSparkles } from 'lucide-react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'

/** Links from a meme to other memes of its template, and to the studio. */
export function TemplateLink({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const { templateId } = meme
  return (
    <div className={looks.row2}>
      {templateId && (
        <ButtonLink variant="secondary" size="sm" icon={<Layers2 size={18} />} to={paths.template(templateId)}>
          {t('memes.template')}
        </ButtonLink>
      )}
      <ButtonLink
        variant="secondary"
        size="sm"
        icon={<WandSparkles size={18} />}
        to={paths.create(templateId ? { template: templateId } : { meme: meme._id })}
      >
        {t('memes.makeOwn')}
      </ButtonLink>
    </div>
  )
}
