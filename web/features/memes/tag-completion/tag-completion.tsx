import { queryOptions, useQuery } from '@tanstack/react-query'
import { FEED_DEBOUNCE_MS } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { createDebounce } from '../../../lib/debounce.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { TagButtons } from './tag-buttons.tsx'
import styles from './tag-completion.module.css'
import { completeTag, typedTag } from './typed-tag.ts'

const STALE_AFTER_MS = 60_000
const debounce = createDebounce(FEED_DEBOUNCE_MS)

const completionQuery = (typed: string | null) =>
  queryOptions({
    queryKey: ['tags', 'completion', typed],
    enabled: typed !== null,
    staleTime: STALE_AFTER_MS,
    // Typing works without completion.
    retry: false,
    queryFn: async ({ signal }) => {
      await debounce(signal)
      return (await api('GET /tags', { query: { q: typed ?? '' }, signal })).data
    },
  })

interface TagCompletionProps {
  text: string
  onComplete: (text: string) => void
}

/** Suggests existing tags for the hashtag being typed at the end of a text. */
export function TagCompletion({ text, onComplete }: TagCompletionProps) {
  const { t } = useTranslation()
  const typed = typedTag(text)
  const { data } = useQuery(completionQuery(typed))
  const offered = typed === null ? [] : (data ?? []).filter(({ tag }) => tag !== typed.toLowerCase())
  return (
    <div role="status" className={styles.status}>
      <TagButtons
        label={t('upload.tagSuggestions')}
        tags={offered.map(({ tag }) => tag)}
        onTag={(tag) => onComplete(completeTag(text, tag))}
      />
    </div>
  )
}
