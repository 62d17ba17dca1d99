import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './person-name.module.css'

interface PersonNameProps {
  person: { username: string; displayName: string }
  /** Its look, where a name is more than a strong word. */
  className?: string | undefined
}

/** A name that links to the person's page. The hover card looks for `data-person`. */
export function PersonName({ person: { username, displayName }, className }: PersonNameProps) {
  return (
    <Link to={paths.user(username)} data-person={username} className={classNames(styles.name, className)}>
      {displayName}
    </Link>
  )
}
