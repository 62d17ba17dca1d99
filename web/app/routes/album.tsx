import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Album } from '#contract/memes/albums.ts'
import { AlbumHead } from '../../features/albums/album-head.tsx'
import { AlbumMemeMenu } from '../../features/albums/album-meme-menu.tsx'
import { albumMemesQuery, namedAlbumQuery } from '../../features/albums/album-queries.ts'
import { BrowseLink } from '../../features/meme-lists/empty-actions.tsx'
import { MemeListView } from '../../features/meme-lists/meme-list-view.tsx'
import { viewedMeme } from '../../features/meme-lists/viewed-meme.ts'
import { useMemeList } from '../../features/memes/data/meme-page.ts'
import { listKeyOf } from '../../features/memes/scroll/saved-lists.ts'
import { ScrollToTop } from '../../features/memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../../features/memes/scroll/use-saved-lists.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useParams, useSearchParams } from '../../lib/router.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import styles from './home.module.css'

export function AlbumRoute() {
  const { id = '' } = useParams()
  useSavedLists()
  return (
    <div className={styles.home}>
      <AlbumPage key={id} id={id} />
      <ScrollToTop />
    </div>
  )
}

function AlbumPage({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: album, error, refetch, isRefetching } = useQuery(namedAlbumQuery(id))
  if (album) return <Loaded album={album} />
  if (!error) return <Skeleton height="16rem" />
  if (!(error instanceof ApiError && [400, 404].includes(error.status)))
    return <ErrorState error={error} onRetry={() => void refetch()} retrying={isRefetching} />
  return (
    <>
      <PageTitle>{t('albums.missing')}</PageTitle>
      <EmptyState
        isPage
        title={t('albums.missing')}
        hint={t('albums.missingHint')}
        action={<BrowseLink>{t('albums.browse')}</BrowseLink>}
      />
    </>
  )
}

function Loaded({ album }: { album: Album }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const options = albumMemesQuery(album._id)
  const list = useMemeList(useInfiniteQuery(options))
  const path = paths.album(album._id)
  return (
    <>
      <PageTitle>{album.name}</PageTitle>
      <AlbumHead album={album} />
      <MemeListView
        list={list}
        listKey={listKeyOf(options.queryKey)}
        label={album.name}
        view={viewedMeme(query)}
        addressOf={(view) => (view ? `${path}?${new URLSearchParams({ view })}` : path)}
        sourceType="other"
        moreActions={
          album.isOwn ? (meme, context) => <AlbumMemeMenu album={album} memeId={meme._id} {...context} /> : undefined
        }
        empty={
          <EmptyState
            title={t('albums.empty')}
            hint={t(album.isOwn ? 'albums.emptyHint' : 'albums.emptyOther')}
            action={<BrowseLink>{t('albums.browse')}</BrowseLink>}
          />
        }
      />
    </>
  )
}
