import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cutShown } from '#contract/bounded.ts'
import { FEED_DEBOUNCE_MS, SUGGESTION_TEXT_MAX_CHARS } from '#contract/limits.ts'
import { api } from '../../../lib/api.ts'
import { createDebounce } from '../../../lib/debounce.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session.ts'
import { TagButtons } from './tag-buttons.tsx'
import { hashtagsIn, withoutHashtags } from './typed-tag.ts'

const STALE_AFTER_MS = 60_000
const debounce = createDebounce(FEED_DEBOUNCE_MS)

interface SuggestedTagsProps {
  /** The texts of the meme, without the description. */
  texts: readonly string[]
  ofTemplate?: readonly string[]
  description: string
  onTag: (tag: string) => void
}

const NO_TAGS: readonly string[] = []

/** Suggests tags in use that fit a meme, except those in its description. */
export function SuggestedTags({ texts, ofTemplate = NO_TAGS, description, onTag }: SuggestedTagsProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const used = hashtagsIn(description)
  const text = cutShown([...texts, withoutHashtags(description)].join(' \n').trim(), SUGGESTION_TEXT_MAX_CHARS)
  const { data } = useQuery({
    queryKey: ['suggested tags', text, ofTemplate],
    enabled: user !== null && (text !== '' || ofTemplate.length > 0),
    staleTime: STALE_AFTER_MS,
    placeholderData: keepPreviousData,
    // Everything works without suggestions.
    retry: false,
    queryFn: async ({ signal }) => {
      await debounce(signal)
      return (await api('POST /tags/suggest', { body: { text, ofTemplate: [...ofTemplate] }, signal })).data
    },
  })
  const tags = (data ?? []).map(({ tag }) => tag).filter((tag) => !used.has(`#${tag}`))
  return (
    <div role="status">
      <TagButtons label={t('memes.suggestedTags')} tags={tags} onTag={onTag} />
    </div>
  )
}
