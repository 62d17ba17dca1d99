import { isChanging, usePeopleList } from '../../entities/people.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './following-empty.module.css'
import { PeopleToFollow, usePeopleToFollow } from './people-to-follow.tsx'

const NONE: readonly string[] = []

/** Suggests people to follow if the following feed is empty. `onShow` reloads the list. */
export function FollowingEmpty({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation()
  const people = usePeopleToFollow()
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
          <PeopleToFollow people={people} />
        </section>
      )}
    </>
  )
}
