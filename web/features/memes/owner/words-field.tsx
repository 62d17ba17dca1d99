import { useQuery } from '@tanstack/react-query'
import type { Ref, TextareaHTMLAttributes } from 'react'
import { IMAGE_TEXT_MAX_CHARS } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import looks from '../../../ui/looks.module.css'
import { TextArea } from '../../../ui/text-area.tsx'
import styles from './words-field.module.css'

interface WordsFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className' | 'maxLength'> {
  memeId: string
  error?: string | undefined
  ref?: Ref<HTMLTextAreaElement>
}

/** The words in a picture, with their earlier corrections. */
export function WordsField({ memeId, ...rest }: WordsFieldProps) {
  const { t } = useTranslation()
  return (
    <div className={looks.stack2}>
      <TextArea label={t('own.words')} hint={t('own.wordsHint')} maxChars={IMAGE_TEXT_MAX_CHARS} {...rest} />
      <Corrections memeId={memeId} />
    </div>
  )
}

function Corrections({ memeId }: { memeId: string }) {
  const { t, language } = useTranslation()
  const { data } = useQuery({
    queryKey: ['picture words', memeId],
    queryFn: ({ signal }) => api('GET /meme/{id}/words', { params: { id: memeId }, signal }),
    staleTime: 0,
  })
  const corrections = data?.data.corrections ?? []
  if (corrections.length === 0) return null
  return (
    <details className={styles.corrections}>
      <summary>{t('own.corrections', { count: corrections.length })}</summary>
      <ol>
        {corrections.map(({ by, before, at }) => (
          <li key={at}>
            {/* i18n-keys: own.correctedBy.* */}
            <p>{t(`own.correctedBy.${by}`, { time: formatMoment(at, language) })}</p>
            <p className={styles.before}>{before || t('own.noWords')}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
