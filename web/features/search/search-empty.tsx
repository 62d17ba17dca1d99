import { ArrowLeft, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'

const QUOTES = /["“”„«»]/g

/** Nothing found: memes with some of the words would be there, so what is left to widen is a phrase in quotation marks. */
export function SearchEmpty({ text, backTo }: { text: string; backTo: string }) {
  const { t } = useTranslation()
  const wider = text.replace(QUOTES, ' ').replace(/\s+/g, ' ').trim()
  return (
    <EmptyState
      title={t('search.empty.title', { text })}
      hint={t('search.empty.hint')}
      action={
        <>
          {wider && wider !== text && (
            <ButtonLink to={paths.search(wider)} icon={<Search size={20} />}>
              {t('search.empty.wider')}
            </ButtonLink>
          )}
          <ButtonLink to={backTo} variant="secondary" icon={<ArrowLeft size={20} />}>
            {t('search.empty.back')}
          </ButtonLink>
        </>
      }
    />
  )
}
