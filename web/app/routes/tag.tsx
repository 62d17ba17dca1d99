import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { feedQuery } from '../../features/feed/feed-query.ts'
import { BrowseLink } from '../../features/meme-lists/empty-actions.tsx'
import { MemeListView } from '../../features/meme-lists/meme-list-view.tsx'
import { viewedMeme } from '../../features/meme-lists/viewed-meme.ts'
import { useMemeList } from '../../features/memes/data/meme-page.ts'
import { listKeyOf } from '../../features/memes/scroll/saved-lists.ts'
import { ScrollToTop } from '../../features/memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../../features/memes/scroll/use-saved-lists.ts'
import { TagHead } from '../../features/tags/tag-head.tsx'
import { tagQuery } from '../../features/tags/tag-query.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Navigate, useParams, useSearchParams } from '../../lib/router.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './home.module.css'

export function TagRoute() {
  const { tag = '' } = useParams()
  const name = tag.normalize('NFC').toLowerCase()
  const [query] = useSearchParams()
  const { data } = useQuery(tagQuery(name))
  useSavedLists()
  // The address of an alias leads to its main tag.
  if (data && data.tag !== name)
    return <Navigate replace to={`${paths.tag(data.tag)}${query.size > 0 ? `?${query}` : ''}`} />
  return (
    <div className={styles.home}>
      <TagPage key={name} tag={name} />
      <ScrollToTop />
    </div>
  )
}

function TagPage({ tag }: { tag: string }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const options = feedQuery({ cat: tag, cat2: '' })
  const list = useMemeList(useInfiniteQuery(options))
  const title = t('tags.title', { tag })
  const path = paths.tag(tag)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TagHead tag={tag} />
      <MemeListView
        list={list}
        listKey={listKeyOf(options.queryKey)}
        label={title}
        view={viewedMeme(query)}
        addressOf={(view) => (view ? `${path}?${new URLSearchParams({ view })}` : path)}
        sourceType="other"
        empty={
          <EmptyState
            title={t('tags.empty')}
            hint={t('tags.emptyHint', { tag })}
            action={<BrowseLink>{t('tags.browse')}</BrowseLink>}
          />
        }
      />
    </>
  )
}
