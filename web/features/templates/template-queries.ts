import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { TEMPLATE_PAGE_SIZE } from '#contract/limits.ts'
import type { Template, TemplateSort } from '#contract/templates/templates.ts'
import { listed } from '../../entities/memes.ts'
import { type Answer, api, apiBlob, apiPrefetched } from '../../lib/api.ts'
import { startingWith, startingWithPage } from '../../lib/first-page.ts'
import type { MemePage } from '../memes/data/meme-page.ts'

const STALE_AFTER_MS = 60_000

interface TemplatePage {
  templates: readonly Template[]
  next: string | null
}

/** Templates by number of memes, optionally filtered by a search. */
export const templatesQuery = (sort: TemplateSort, q: string) =>
  infiniteQueryOptions({
    queryKey: ['templates', sort, q],
    staleTime: STALE_AFTER_MS,
    // The old list stays until the response arrives. If a link were replaced between press and release, the click would be lost.
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    ...startingWithPage(null as string | null, () => {
      const answer = apiPrefetched('GET /templates', { query: templatesInput(sort, q) })
      return answer && toTemplatePage(answer)
    }),
    getNextPageParam: (page: TemplatePage) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<TemplatePage> => {
      const query = { ...templatesInput(sort, q), cursor: pageParam ?? undefined }
      return toTemplatePage(await api('GET /templates', { query, signal }))
    },
  })

const templatesInput = (sort: TemplateSort, q: string) => ({ sort, q: q || undefined, limit: TEMPLATE_PAGE_SIZE })

const toTemplatePage = ({ data, hasNext, nextCursor }: Answer<'GET /templates'>): TemplatePage => ({
  templates: data,
  next: hasNext ? nextCursor : null,
})

/** Templates with names that match a search with few results. */
export const fittingTemplatesQuery = (text: string) =>
  queryOptions({
    queryKey: ['fitting-templates', text],
    staleTime: STALE_AFTER_MS,
    // An error next to a short list would not help.
    retry: false,
    queryFn: async ({ signal }) => (await api('GET /templates/fitting', { query: { q: text }, signal })).data,
  })

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['template', id],
    staleTime: STALE_AFTER_MS,
    ...startingWith(() => apiPrefetched('GET /template/{id}', { params: { id } })?.data),
    queryFn: async ({ signal }) => (await api('GET /template/{id}', { params: { id }, signal })).data,
  })

export type TemplateMemeSort = 'popular' | 'newest'

export const templateMemesQuery = (id: string, sort: TemplateMemeSort) =>
  infiniteQueryOptions({
    queryKey: ['template-memes', id, sort],
    initialPageParam: null as string | null,
    ...startingWithPage(null as string | null, () => {
      const answer = apiPrefetched('GET /template/{id}/memes', { params: { id }, query: memesInput(sort) })
      return answer && toMemePage(answer)
    }),
    getNextPageParam: (page: MemePage<string>) => page.next,
    queryFn: async ({ pageParam, signal }): Promise<MemePage<string>> => {
      const query = { ...memesInput(sort), cursor: pageParam ?? undefined }
      return toMemePage(await api('GET /template/{id}/memes', { params: { id }, query, signal }))
    },
  })

const memesInput = (sort: TemplateMemeSort) => ({ sort, limit: TEMPLATE_PAGE_SIZE })

const toMemePage = ({ data, hasNext, nextCursor }: Answer<'GET /template/{id}/memes'>): MemePage<string> => ({
  memes: listed(data),
  next: hasNext ? nextCursor : null,
})

/** A template's picture without captions, derived from memes that the viewer may see. */
export const templatePictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['template', id, 'picture'],
    staleTime: STALE_AFTER_MS,
    // The most liked meme is shown instead.
    retry: false,
    queryFn: ({ signal }) => apiBlob('GET /template/{id}/picture', { params: { id }, signal }),
  })

/** Invalidates template queries after memes moved between templates. */
export function forgetTemplates(client: QueryClient): void {
  for (const key of ['templates', 'template', 'template-memes', 'meme'])
    void client.invalidateQueries({ queryKey: [key] })
}
