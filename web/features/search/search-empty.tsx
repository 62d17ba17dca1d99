import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'

export function SearchEmpty({ text, backTo }: { text: string; backTo: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('search.empty.title', { text })}
      hint={t('search.empty.hint')}
      action={
        <ButtonLink to={backTo} variant="secondary" icon={<ArrowLeft size={20} />}>
          {t('search.empty.back')}
        </ButtonLink>
      }
    />
  )
}
