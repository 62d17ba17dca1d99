import { useQuery } from '@tanstack/react-query'
import { House } from 'lucide-react'
import { useCallback } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { type ListedMeme, useMeme, useMemes } from '../../entities/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useNavigate } from '../../lib/router.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { TileActions } from '../actions/tile-actions.tsx'
import type { MemeList } from '../memes/data/meme-page.ts'
import { memeQuery } from '../memes/data/meme-query.ts'
import { MemeMissing } from '../memes/detail/meme-missing.tsx'
import { MemeGrid } from '../memes/grid/meme-grid.tsx'
import { listKeyOf } from '../memes/scroll/saved-lists.ts'
import type { TileActionContext } from '../memes/tile/tile.tsx'
import { similarQuery } from '../search/search-query.ts'
import styles from './meme-screen.module.css'
import { isMissing, isRemoved, ShownMeme } from './shown-meme.tsx'

/** The page of one meme, the target of shared links. */
export function MemeScreen({ memeId }: { memeId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, error, refetch, isRefetching } = useQuery(memeQuery(memeId))
  const meme = useMeme(data)
  const home = () => void navigate(paths.home)
  if (error && isMissing(error)) {
    const title = t(isRemoved(error) ? 'memes.removed.title' : 'memes.missing.title')
    return (
      <div className={styles.page}>
        <PageTitle>{title}</PageTitle>
        <MemeMissing removed={isRemoved(error)} onBack={home} />
      </div>
    )
  }
  if (error && !meme) {
    return (
      <div className={styles.page}>
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isRefetching} />
      </div>
    )
  }
  const title = meme?.name ?? t('memes.detail')
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <h1>
        <VisuallyHidden>{title}</VisuallyHidden>
      </h1>
      <article className={styles.meme} aria-label={title}>
        <ShownMeme key={memeId} memeId={memeId} similar={null} onClose={home} />
      </article>
      <div className={styles.more}>
        <h2>{t('search.similar.title')}</h2>
        <ButtonLink to={paths.home} variant="secondary" icon={<House size={20} />}>
          {t('memes.page.feed')}
        </ButtonLink>
      </div>
      <Similar key={memeId} memeId={memeId} />
    </div>
  )
}

const NONE: readonly ListedMeme[] = []

function Similar({ memeId }: { memeId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const options = similarQuery(memeId)
  const { data, error, refetch } = useQuery(options)
  const memes = useMemes(data ?? NONE)
  const list: MemeList = {
    memes,
    isLoading: !data && !error,
    error: data ? null : error,
    hasNext: false,
    isLoadingMore: false,
    moreError: data ? error : null,
    loadMore: () => undefined,
    retry: () => void refetch(),
  }
  const open = useCallback(
    (meme: Meme) => void navigate(paths.meme(meme._id), { state: { sourceType: 'detail' } }),
    [navigate],
  )
  const actions = useCallback(
    (meme: Meme, context: TileActionContext) => (
      <TileActions
        meme={meme}
        sourceType="detail"
        tabIndex={context.tabIndex}
        variant={context.isOverPicture ? 'shade' : 'plain'}
        canLike
      />
    ),
    [],
  )
  return (
    <MemeGrid
      list={list}
      listKey={listKeyOf(options.queryKey)}
      label={t('search.similar.title')}
      empty={<p>{t('memes.page.noneSimilar')}</p>}
      actions={actions}
      hrefOf={(meme) => paths.meme(meme._id)}
      onOpen={open}
      paused={false}
    />
  )
}
