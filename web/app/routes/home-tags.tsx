import { useQuery } from '@tanstack/react-query'
import { dayTagsQuery } from '../../features/tags/day-tags-query.ts'
import { TagChips } from '../../features/tags/tag-chips.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import styles from './home.module.css'
import { type HomeAddress, writeHomeAddress } from './home-address.ts'
import { toggleTag } from './toggle-tag.ts'

const SHOWN_MAX = 20

/** The tags of the day above the feed. Up to two of them filter it. */
export function HomeTags({ address }: { address: HomeAddress }) {
  const { t } = useTranslation()
  const { data = [], isPending } = useQuery(dayTagsQuery())
  const chosen = [address.cat, address.cat2].filter(Boolean).map((tag) => tag.normalize('NFC').toLowerCase())
  const shown = data.slice(0, SHOWN_MAX)
  const missing = chosen.filter((tag) => !shown.some((one) => one.tag === tag)).map((tag) => ({ tag, count: 0 }))
  const tags = [...missing, ...shown]
  if (tags.length === 0 && !isPending) return null
  return (
    <div className={styles.tags}>
      {tags.length > 0 && (
        <TagChips
          label={t('feed.tags')}
          tags={tags}
          chosen={chosen}
          addressOf={(tag) => writeHomeAddress({ ...address, view: '', ...toggleTag(chosen, tag) })}
        />
      )}
    </div>
  )
}
