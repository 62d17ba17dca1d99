import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isChanging, usePeopleList } from '../../entities/people.ts'
import { type ChoicesOffer, closeOffer, noteChoice } from '../../features/feed/choices-offer.ts'
import { dayTagsQuery } from '../../features/tags/day-tags-query.ts'
import { TagChoice } from '../../features/tags/tag-choice.tsx'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import looks from '../../ui/looks.module.css'
import styles from './first-choices.module.css'
import { PeopleToFollow, usePeopleToFollow } from './people-to-follow.tsx'

const TAGS_MAX = 12
/** Suggested number of choices. */
const GOAL = 5
const NONE: readonly string[] = []

/**
 * Offers a new member tags and people to follow, in place of the tags that filter the feed.
 * @param onChange reloads the feed after each choice
 */
export function FirstChoices({ offer, onChange }: { offer: ChoicesOffer; onChange: () => void }) {
  const { t } = useTranslation()
  const { data: tags = [] } = useQuery(dayTagsQuery())
  const people = usePeopleToFollow()
  const chosen = [...offer.tags, ...usePeopleList(NONE, 'following').map((username) => `@${username}`)]
  useOnSettledChange(chosen.join(' '), onChange)
  // Tags that the member followed before, on another device.
  const { data: before } = useQuery({
    queryKey: ['followed-tags'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api('GET /users/me/tags', { signal })).data,
  })
  const isNew = !before?.length
  useEffect(() => {
    if (!isNew) closeOffer()
  }, [isNew])
  if (!isNew || (tags.length === 0 && people.length === 0)) return null
  return (
    <section className={styles.choices} aria-labelledby="first-choices">
      <div>
        <h2 id="first-choices" className={styles.title}>
          {t('feed.choices.title')}
        </h2>
        <p className={styles.hint}>{t('feed.choices.hint')}</p>
      </div>
      <ul className={styles.tags} aria-label={t('feed.tags')}>
        {tags.slice(0, TAGS_MAX).map(({ tag }) => (
          <li key={tag}>
            <TagChoice
              tag={tag}
              isChosen={offer.tags.includes(tag)}
              onChange={(isChosen) => noteChoice(tag, isChosen)}
            />
          </li>
        ))}
      </ul>
      <PeopleToFollow people={people} />
      <div className={looks.centeredRow}>
        <Button variant={chosen.length > 0 ? 'primary' : 'secondary'} onClick={closeOffer}>
          {t(chosen.length > 0 ? 'feed.choices.done' : 'feed.choices.skip')}
        </Button>
        <p role="status" className={styles.hint}>
          {chosen.length > 0 && t('feed.choices.chosen', { chosen: chosen.length, goal: GOAL })}
        </p>
      </div>
    </section>
  )
}

/** Calls back after each change, once the server has it. */
function useOnSettledChange(value: string, onChange: () => void): void {
  const last = useRef(value)
  const isSettled = !isChanging()
  useEffect(() => {
    if (!isSettled || value === last.current) return
    last.current = value
    onChange()
  }, [isSettled, value, onChange])
}
