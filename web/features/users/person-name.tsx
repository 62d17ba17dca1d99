import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './person-name.module.css'

interface PersonNameProps {
  person: { username: string; displayName: string }
  /** Its look, where a name is more than a strong word. */
  className?: string | undefined
}

/** A name leads to the person's page. `data-person` is what the hover card looks for (web/app/hover-cards.tsx). */
export function PersonName({ person: { username, displayName }, className }: PersonNameProps) {
  return (
    <Link to={paths.user(username)} data-person={username} className={classNames(styles.name, className)}>
      {displayName}
    </Link>
  )
}
