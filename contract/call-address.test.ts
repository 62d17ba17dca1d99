import { expect, it } from 'vitest'
import { callAddress } from './call-address.ts'

it('ignores the order of query parameters and omits undefined ones', () => {
  const address = '/api/vector-search/text?animated=true&limit=50&q=a%26b%20%C3%A9'
  expect(callAddress('/vector-search/text', { q: 'a&b é', limit: 50, animated: true })).toBe(address)
  expect(callAddress('/vector-search/text', { animated: 'true', sort: undefined, q: 'a&b é', limit: '50' })).toBe(
    address,
  )
  expect(callAddress('/tags', {})).toBe('/api/tags')
})
