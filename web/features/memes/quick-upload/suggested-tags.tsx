import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cutShown } from '#contract/bounded.ts'
import { FEED_DEBOUNCE_MS } from '#contract/limits.ts'
import { SUGGESTION_TEXT_MAX_CHARS } from '#contract/memes/tags.ts'
import { api } from '../../../lib/api.ts'
import { createDebounce } from '../../../lib/debounce.ts'
import { TagButtons } from '../tag-completion/tag-buttons.tsx'

const STALE_AFTER_MS = 60_000
const debounce = createDebounce(FEED_DEBOUNCE_MS)

interface SuggestedTagsProps {
  /** Everything that the new meme says, without the description. */
  said: readonly string[]
  ofTemplate: readonly string[]
  description: string
  onTag: (description: string) => void
}

/** Suggests tags in use that fit a new meme; one press adds one to the description. */
export function SuggestedTags({ said, ofTemplate, description, onTag }: SuggestedTagsProps) {
  const { t } = useTranslation()
  const hashtags = /#[\p{L}\p{M}\p{N}_]+/gu
  const used = new Set(description.normalize('NFC').toLowerCase().match(hashtags))
  const text = cutShown([...said, description.replace(hashtags, ' ')].join(' \n').trim(), SUGGESTION_TEXT_MAX_CHARS)
  const { data } = useQuery({
    queryKey: ['suggested tags', text, ofTemplate],
    enabled: text !== '' || ofTemplate.length > 0,
    staleTime: STALE_AFTER_MS,
    placeholderData: keepPreviousData,
    // Uploading works without suggestions.
    retry: false,
    queryFn: async ({ signal }) => {
      await debounce(signal)
      return (await api('POST /tags/suggest', { body: { text, ofTemplate: [...ofTemplate] }, signal })).data
    },
  })
  const tags = (data ?? []).map(({ tag }) => tag).filter((tag) => !used.has(`#${tag}`))
  const add = (tag: string) => onTag(`${description.trimEnd()}${description.trim() === '' ? '' : ' '}#${tag} `)
  return (
    <div role="status">
      <TagButtons label={t('upload.suggestedTags')} tags={tags} onTag={add} />
    </div>
  )
}
