import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/states.tsx'
import { albumQuery, frequentQuery } from '../actions/own-lists-query.ts'
import { NamedAlbums } from '../albums/named-albums.tsx'
import { useMemeList } from '../memes/data/meme-page.ts'
import { listKeyOf } from '../memes/scroll/saved-lists.ts'
import { BrowseLink } from './empty-actions.tsx'
import { MemeListView } from './meme-list-view.tsx'
import { listAddress, type OwnAddress } from './own-address.ts'
import styles from './own-lists.module.css'

export interface OwnListProps {
  address: OwnAddress
}

export function FrequentList({ address }: OwnListProps) {
  const { t } = useTranslation()
  const options = frequentQuery(useUser().userId)
  const list = useMemeList(useInfiniteQuery(options))
  return (
    <MemeListView
      list={list}
      listKey={listKeyOf(options.queryKey)}
      label={t('own.tabs.frequent')}
      {...listAddress(address)}
      sourceType="other"
      empty={
        <EmptyState
          title={t('own.empty.frequent')}
          hint={t('own.empty.frequentHint')}
          action={<BrowseLink>{t('own.empty.browse')}</BrowseLink>}
        />
      }
    />
  )
}

export function AlbumList({ address }: OwnListProps) {
  const { t } = useTranslation()
  const { userId } = useUser()
  const options = albumQuery(userId)
  const list = useMemeList(useInfiniteQuery(options))
  return (
    <>
      <NamedAlbums userId={userId} isOwn />
      <h2 className={styles.heading}>{t('albums.default')}</h2>
      <MemeListView
        list={list}
        listKey={listKeyOf(options.queryKey)}
        label={t('albums.default')}
        {...listAddress(address)}
        sourceType="other"
        empty={
          <EmptyState
            title={t('own.empty.album')}
            hint={t('own.empty.albumHint')}
            action={<BrowseLink>{t('own.empty.browse')}</BrowseLink>}
          />
        }
      />
    </>
  )
}

/** The route requires a member, but it renders once more without a user during logout. */
export function useUser() {
  const { user } = useSession()
  return { userId: user?.userId ?? '', username: user?.username ?? '' }
}
