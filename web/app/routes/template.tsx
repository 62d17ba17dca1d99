import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { MemeListView } from '../../features/meme-lists/meme-list-view.tsx'
import { viewedMeme } from '../../features/meme-lists/viewed-meme.ts'
import { useMemeList } from '../../features/memes/data/meme-page.ts'
import { listKeyOf } from '../../features/memes/scroll/saved-lists.ts'
import { ScrollToTop } from '../../features/memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../../features/memes/scroll/use-saved-lists.ts'
import { TemplateHead } from '../../features/templates/template-head.tsx'
import { type TemplateMemeSort, templateMemesQuery, templateQuery } from '../../features/templates/template-queries.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useNavigate, useParams, useSearchParams } from '../../lib/router.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import styles from './home.module.css'

export function TemplateRoute() {
  const { id = '' } = useParams()
  useSavedLists()
  return (
    <div className={styles.home}>
      <TemplatePage key={id} id={id} />
      <ScrollToTop />
    </div>
  )
}

function TemplatePage({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: template, error, refetch, isRefetching } = useQuery(templateQuery(id))
  if (template) return <Loaded template={template} />
  if (!error) return <Skeleton height="16rem" />
  if (!(error instanceof ApiError && [400, 404].includes(error.status)))
    return <ErrorState error={error} onRetry={() => void refetch()} retrying={isRefetching} />
  return (
    <>
      <PageTitle>{t('templates.missing')}</PageTitle>
      <EmptyState
        isPage
        title={t('templates.missing')}
        hint={t('templates.missingHint')}
        action={<ButtonLink to={paths.templates}>{t('templates.browse')}</ButtonLink>}
      />
    </>
  )
}

function Loaded({ template }: { template: TemplateDetail }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const sort: TemplateMemeSort = query.get('sort') === 'newest' ? 'newest' : 'popular'
  const options = templateMemesQuery(template._id, sort)
  const list = useMemeList(useInfiniteQuery(options))
  const name = template.name || t('templates.unnamed')
  const addressOf = (view: string, by = sort) => {
    const search = new URLSearchParams({ ...(by === 'newest' && { sort: by }), ...(view && { view }) }).toString()
    return search ? `${paths.template(template._id)}?${search}` : paths.template(template._id)
  }
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <TemplateHead
        template={template}
        order={
          <Segmented
            label={t('templates.memes.label')}
            options={[
              { value: 'popular', label: t('templates.memes.popular') },
              { value: 'newest', label: t('templates.memes.newest') },
            ]}
            value={sort}
            onChange={(value) => void navigate(addressOf('', value), { replace: true })}
          />
        }
      />
      <MemeListView
        list={list}
        listKey={listKeyOf(options.queryKey)}
        label={t('templates.memes.list', { name })}
        view={viewedMeme(query)}
        addressOf={addressOf}
        sourceType="other"
        empty={<EmptyState title={t('templates.missing')} hint={t('templates.missingHint')} />}
      />
    </>
  )
}
