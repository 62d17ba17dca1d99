import { useTranslation } from 'react-i18next'
import type { UserCard as User } from '#contract/people/users.ts'
import { UserCard } from '../users/user-card.tsx'
import { useFollowersCount } from './follow-store.ts'
import styles from './found-people.module.css'

/** Row of people with matching names, above the memes of a search. */
export function FoundPeople({ people }: { people: readonly User[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.people} aria-labelledby="found-people">
      <h2 id="found-people" className={styles.title}>
        {t('search.people')}
      </h2>
      <ul className={styles.row}>
        {people.map((person) => (
          <li key={person._id} className={styles.person}>
            <FoundPerson person={person} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FoundPerson({ person }: { person: User }) {
  const count = useFollowersCount(person.username, person.stats.followersCount, person.viewer)
  return <UserCard variant="compact" user={person} followersCount={count} />
}
