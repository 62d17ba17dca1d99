import { useQuery } from '@tanstack/react-query'
import type { TrendingUser } from '#contract/memes/trending.ts'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import { PersonName } from '../../features/users/person-name.tsx'
import { api } from '../../lib/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './people-to-follow.module.css'

const SUGGESTED = 6

/** Returns trending people that the member did not follow when the page asked. */
export function usePeopleToFollow(): readonly TrendingUser[] {
  const { data = [] } = useQuery({
    queryKey: ['people-to-follow'],
    queryFn: async ({ signal }) =>
      (await api('GET /users/trending', { query: { timeFrame: '1m', limit: 3 * SUGGESTED }, signal })).data,
  })
  return data.filter(({ viewer }) => !(viewer?.isSelf || viewer?.isFollowing)).slice(0, SUGGESTED)
}

export function PeopleToFollow({ people }: { people: readonly TrendingUser[] }) {
  return (
    <ul className={styles.list}>
      {people.map((person) => (
        <li key={person.username} className={styles.person}>
          <Avatar name={person.displayName} src={person.avatarUrl} size={48} />
          <div className={styles.who}>
            <PersonName person={person} className={styles.name ?? ''} />
            <span className={styles.username}>@{person.username}</span>
          </div>
          <FollowButton person={person} held={person.viewer} />
        </li>
      ))}
    </ul>
  )
}
