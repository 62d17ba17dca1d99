import { paths } from '../../lib/paths.ts'
import { Link } from '../../lib/router.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './person-name.module.css'

interface PersonNameProps {
  person: { username: string; displayName: string }
  /** Overrides the default style. */
  className?: string | undefined
}

/** A name that links to the user's page. The hover card finds it by `data-person`. */
export function PersonName({ person: { username, displayName }, className }: PersonNameProps) {
  return (
    <Link to={paths.user(username)} data-person={username} className={classNames(styles.name, className)}>
      {displayName}
    </Link>
  )
}
