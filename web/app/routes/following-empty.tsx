import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TrendingUser } from '#contract/memes/trending.ts'
import { isChanging, usePeopleList } from '../../entities/people.ts'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import { PersonName } from '../../features/users/person-name.tsx'
import { api } from '../../lib/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './following-empty.module.css'

const SUGGESTED = 6
const NONE: readonly string[] = []

/** Suggests people to follow if the following feed is empty. `onShow` reloads the list. */
export function FollowingEmpty({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey: ['people-to-follow'],
    queryFn: async ({ signal }) =>
      (await api('GET /users/trending', { query: { timeFrame: '1m', limit: 3 * SUGGESTED }, signal })).data,
  })
  const people = data.filter(({ viewer }) => !(viewer?.isSelf || viewer?.isFollowing)).slice(0, SUGGESTED)
  const followed = usePeopleList(NONE, 'following')
  return (
    <>
      <EmptyState
        title={t('feed.followingEmpty.title')}
        hint={t('feed.followingEmpty.hint')}
        action={
          followed.length > 0 && (
            // A list that is read before the server has the follow would be empty again.
            <Button loading={isChanging()} onClick={onShow}>
              {t('feed.followingEmpty.show')}
            </Button>
          )
        }
      />
      {people.length > 0 && (
        <section className={styles.people} aria-labelledby="people-to-follow">
          <h2 id="people-to-follow" className={styles.title}>
            {t('feed.followingEmpty.people')}
          </h2>
          <ul className={styles.list}>
            {people.map((person) => (
              <li key={person.username} className={styles.person}>
                <Suggested person={person} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Suggested({ person }: { person: TrendingUser }) {
  const { username, displayName, avatarUrl, viewer } = person
  return (
    <>
      <Avatar name={displayName} src={avatarUrl} size={48} />
      <div className={styles.who}>
        <PersonName person={person} className={styles.name ?? ''} />
        <span className={styles.username}>@{username}</span>
      </div>
      <FollowButton person={person} held={viewer} />
    </>
  )
}
