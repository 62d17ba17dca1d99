import { beforeEach, describe, expect, it } from 'vitest'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'

describe('recent searches', () => {
  beforeEach(() => forgetSearches())

  it('are stored latest first, case-insensitive, eight at most', () => {
    for (let index = 0; index < 9; index += 1) rememberSearch(`search ${index}`)
    rememberSearch('Search 5')
    expect(recentSearches()).toEqual([
      'Search 5',
      'search 8',
      'search 7',
      'search 6',
      'search 4',
      'search 3',
      'search 2',
      'search 1',
    ])
  })

  it('are empty after clearing and with damaged data', () => {
    rememberSearch('cat')
    forgetSearches()
    expect(recentSearches()).toEqual([])
    localStorage.setItem('recent-searches', '{broken')
    expect(recentSearches()).toEqual([])
  })
})
