import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { signInAs } from '#test/web/session.ts'
import { hideMeme, readMeme, unhideMeme } from '../../../entities/memes.ts'
import { FIRST_MOMENT, storeResponse } from '../../../lib/responses.ts'
import { signOut } from '../../../lib/session.ts'
import { listKeyOf, restoreLists, saveLists } from './saved-lists.ts'
import { allAnchors, saveAnchor } from './scroll-anchor.ts'

const KEY = ['feed', '', '']
const PAGES = { pages: [{ memes: [{ _id: 'a' }], next: 'cursor' }], pageParams: [null] }
const ANCHOR = { memeId: 'a', below: 12 }

function comeBy(type: string) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
}

function scrolledList() {
  const queryClient = new QueryClient()
  queryClient.setQueryData(KEY, PAGES)
  saveAnchor(listKeyOf(KEY), ANCHOR)
  return queryClient
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  saveAnchor(listKeyOf(KEY), null)
  vi.restoreAllMocks()
})

it('restores pages and anchor after a reload', () => {
  saveLists(scrolledList())
  saveAnchor(listKeyOf(KEY), null)
  comeBy('reload')
  const queryClient = new QueryClient()
  restoreLists(queryClient)
  expect(queryClient.getQueryData(KEY)).toEqual(PAGES)
  expect(allAnchors()).toEqual({ [listKeyOf(KEY)]: ANCHOR })
})

it('restores the memes of the lists, which hold ids', () => {
  const meme = { ...memeNumber(1), _id: 'a' }
  storeResponse(meme, FIRST_MOMENT)
  saveLists(scrolledList())
  // Another member empties the store, as a reload does.
  const saved = sessionStorage.getItem('lists') ?? ''
  signInAs('mai')
  signOut()
  expect(readMeme({ _id: 'a' })).toBeUndefined()
  sessionStorage.setItem('lists', saved)
  comeBy('reload')
  restoreLists(new QueryClient())
  expect(readMeme({ _id: 'a' })).toMatchObject({ name: meme.name, image: meme.image })
})

it('restores no meme that was deleted', () => {
  hideMeme('a')
  saveLists(scrolledList())
  unhideMeme('a')
  comeBy('reload')
  const queryClient = new QueryClient()
  restoreLists(queryClient)
  const { pages } = queryClient.getQueryData(KEY) as typeof PAGES
  expect(pages.flatMap(({ memes }) => memes.map(({ _id }) => _id))).not.toContain('a')
  expect(pages).toHaveLength(PAGES.pages.length)
})

it('starts fresh after following a link', () => {
  saveLists(scrolledList())
  comeBy('navigate')
  const queryClient = new QueryClient()
  restoreLists(queryClient)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

it('starts fresh if the list was at its top, or long ago', () => {
  comeBy('reload')
  const queryClient = new QueryClient()
  const list = scrolledList()
  saveLists(list, 0)
  restoreLists(queryClient, 31 * 60_000)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
  saveAnchor(listKeyOf(KEY), null)
  saveLists(list)
  restoreLists(queryClient)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

it('ignores invalid stored data', () => {
  sessionStorage.setItem('lists', '{"lists":')
  comeBy('reload')
  const queryClient = new QueryClient()
  restoreLists(queryClient)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})
