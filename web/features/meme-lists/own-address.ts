import { paths } from '../../lib/paths.ts'
import { searchIn } from '../../lib/query-text.ts'
import { OWN_SORTS, type OwnSort } from '../memes/data/user-memes-query.ts'
import { viewedMeme } from './viewed-meme.ts'

export const OWN_TABS = ['frequent', 'uploadedByMe', 'album'] as const
export type OwnTab = (typeof OWN_TABS)[number]

/** Query parameters of the "My memes" page. */
export interface OwnAddress {
  tab: OwnTab
  /** Sort and search only apply to uploads. */
  sort: OwnSort
  search: string
  /** Id of the meme in the modal; empty for none. */
  view: string
}

/** Uses defaults for missing or invalid parameters. */
export function readOwnAddress(query: URLSearchParams): OwnAddress {
  return {
    tab: OWN_TABS.find((tab) => tab === query.get('tab')) ?? 'frequent',
    sort: OWN_SORTS.find((sort) => sort === query.get('sort')) ?? 'newest',
    search: searchIn(query),
    view: viewedMeme(query),
  }
}

export function writeOwnAddress({ tab, sort, search, view }: OwnAddress): string {
  const isUploads = tab === 'uploadedByMe'
  const query = new URLSearchParams({ tab })
  if (isUploads && sort !== 'newest') query.set('sort', sort)
  if (isUploads && search) query.set('search', search)
  if (view) query.set('view', view)
  return `${paths.myMemes}?${query}`
}

/** Returns the props with which a list opens and closes the modal at this address. */
export const listAddress = (address: OwnAddress) => ({
  view: address.view,
  addressOf: (view: string) => writeOwnAddress({ ...address, view }),
})
