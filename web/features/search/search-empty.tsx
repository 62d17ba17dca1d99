import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Hash, Lightbulb, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { asQuoted, withoutQuotes } from './quotes.ts'
import styles from './search-empty.module.css'
import { widerQuery } from './search-query.ts'

/** Shown when not even some of the words match. Suggests a search without quotes, the nearest ideas, other spellings, or popular tags. */
export function SearchEmpty({ text, backTo }: { text: string; backTo: string }) {
  const { t } = useTranslation()
  const unquoted = withoutQuotes(text)
  const { data } = useQuery(widerQuery(text))
  return (
    <>
      <EmptyState
        title={t('search.empty.title', { text: asQuoted(text) })}
        hint={t('search.empty.hint')}
        action={
          <>
            {unquoted && unquoted !== text && (
              <ButtonLink to={paths.search(unquoted)} icon={<Search size={20} />}>
                {t('search.empty.wider')}
              </ButtonLink>
            )}
            <ButtonLink to={backTo} variant="secondary" icon={<ArrowLeft size={20} />}>
              {t('search.empty.back')}
            </ButtonLink>
          </>
        }
      />
      <Offer title={t('search.empty.ideas')} texts={data?.ideas ?? []} icon={<Lightbulb size={16} />} prefix="" />
      <Offer title={t('search.empty.words')} texts={data?.words ?? []} icon={<Search size={16} />} prefix="" />
      <Offer title={t('search.empty.tags')} texts={data?.tags ?? []} icon={<Hash size={16} />} prefix="#" />
    </>
  )
}

interface OfferProps {
  title: string
  texts: readonly string[]
  icon: ReactNode
  /** Prefix of the text in the search. */
  prefix: string
}

function Offer({ title, texts, icon, prefix }: OfferProps) {
  if (texts.length === 0) return null
  return (
    <section className={styles.offer}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {texts.map((text) => (
          <li key={text}>
            <ButtonLink size="sm" variant="secondary" to={paths.search(prefix + text)} icon={icon}>
              {text}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
