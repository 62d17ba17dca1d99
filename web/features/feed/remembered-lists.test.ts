import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Meme } from '#contract/memes.ts'
import { allPlaces, keepPlace } from './place.ts'
import { listKeyOf, recallLists, rememberLists } from './remembered-lists.ts'

const KEY = ['feed', '', '']
const PAGES = { pages: [{ memes: [{ _id: 'a' } as Meme], next: 'cursor' }], pageParams: [null] }
const PLACE = { memeId: 'a', below: 12 }

function comeBy(type: string) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
}

function scrolledList() {
  const queryClient = new QueryClient()
  queryClient.setQueryData(KEY, PAGES)
  keepPlace(listKeyOf(KEY), PLACE)
  return queryClient
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  keepPlace(listKeyOf(KEY), null)
  vi.restoreAllMocks()
})

it('puts pages and place back after a reload', () => {
  rememberLists(scrolledList())
  keepPlace(listKeyOf(KEY), null)
  comeBy('reload')
  const queryClient = new QueryClient()
  recallLists(queryClient)
  expect(queryClient.getQueryData(KEY)).toEqual(PAGES)
  expect(allPlaces()).toEqual({ [listKeyOf(KEY)]: PLACE })
})

it('starts anew when somebody comes by a link', () => {
  rememberLists(scrolledList())
  comeBy('navigate')
  const queryClient = new QueryClient()
  recallLists(queryClient)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

it('starts anew when the list stood at its top, or long ago', () => {
  comeBy('reload')
  const queryClient = new QueryClient()
  const list = scrolledList()
  rememberLists(list, 0)
  recallLists(queryClient, 31 * 60_000)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
  keepPlace(listKeyOf(KEY), null)
  rememberLists(list)
  recallLists(queryClient)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

it('survives a storage that holds something else', () => {
  sessionStorage.setItem('lists', '{"lists":')
  comeBy('reload')
  const queryClient = new QueryClient()
  recallLists(queryClient)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})
