import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { isSharedByOtherSite, withoutShared } from './shared-by-other-site.ts'

const request = (url: string, site?: string) =>
  ({
    url,
    query: Object.fromEntries(new URL(url, 'http://memeroom.test').searchParams),
    headers: site ? { 'sec-fetch-site': site } : {},
  }) as unknown as FastifyRequest

test.each([
  ['/?shared=1', 'cross-site', true],
  ['/bulk-upload?shared=1', 'cross-site', true],
  ['/?shared', 'same-site', true],
  ['/?shared=1', 'same-origin', false],
  // Native sharing, and typed addresses.
  ['/?shared=1', 'none', false],
  ['/?shared=1', undefined, false],
  ['/?search=cat', 'cross-site', false],
])('%s from %s', (url, site, expected) => {
  expect(isSharedByOtherSite(request(url, site))).toBe(expected)
})

test('leaves the rest of the address unchanged', () => {
  expect(withoutShared(request('/?shared=1'))).toBe('/')
  expect(withoutShared(request('/bulk-upload?lng=vi&shared=1'))).toBe('/bulk-upload?lng=vi')
})
