import { useInfiniteQuery } from '@tanstack/react-query'
import type { UserCard as User } from '#contract/people/users.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useMemeList } from '../memes/data/meme-page.ts'
import { userMemesQuery } from '../memes/data/user-memes-query.ts'
import { listKeyOf } from '../memes/scroll/saved-lists.ts'
import { BrowseLink, UploadButton } from './empty-actions.tsx'
import { MemeListView } from './meme-list-view.tsx'
import { viewedMeme } from './viewed-meme.ts'

export function UserMemes({ user }: { user: User }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const session = useSession()
  const options = userMemesQuery(user.username)
  const list = useMemeList(useInfiniteQuery(options))
  const path = paths.user(user.username)
  return (
    <MemeListView
      list={list}
      listKey={listKeyOf(options.queryKey)}
      label={t('users.profile.memes', { name: user.displayName })}
      view={viewedMeme(query)}
      addressOf={(view) => (view ? `${path}?${new URLSearchParams({ view })}` : path)}
      sourceType="user_profile"
      empty={
        session.user?.userId === user._id ? (
          <EmptyState
            title={t('users.profile.emptyOwn')}
            hint={t('users.profile.emptyOwnHint')}
            action={<UploadButton>{t('common.nav.upload')}</UploadButton>}
          />
        ) : (
          <EmptyState
            title={t('users.profile.empty', { name: user.displayName })}
            hint={t('users.profile.emptyHint')}
            action={<BrowseLink>{t('users.profile.browse')}</BrowseLink>}
          />
        )
      }
    />
  )
}
