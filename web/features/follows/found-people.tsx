import type { UserCard as User } from '#contract/people/users.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { UserCard } from '../users/user-card.tsx'
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
            <UserCard variant="compact" user={{ ...person, ...person.stats, ...person.viewer }} />
          </li>
        ))}
      </ul>
    </section>
  )
}
