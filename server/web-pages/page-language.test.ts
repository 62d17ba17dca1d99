import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { pageLanguage } from './page-language.ts'

interface Asked {
  lng?: string | string[]
  cookie?: string
  browser?: string
}
const request = ({ lng, cookie, browser }: Asked) =>
  ({ query: { lng }, headers: { cookie, 'accept-language': browser } }) as unknown as FastifyRequest

test.each<[string, Asked, 'en' | 'vi']>([
  ['the address before the cookie', { lng: 'vi', cookie: 'i18next=en' }, 'vi'],
  ['the address before the browser', { lng: 'en', browser: 'vi' }, 'en'],
  ['the cookie before the browser', { cookie: 'a=b; i18next=vi; c=d', browser: 'en-US,en;q=0.9' }, 'vi'],
  ['the weights of the browser', { browser: 'fr;q=1, en;q=0.4, vi;q=0.8' }, 'vi'],
  ['the first of several in the address', { lng: ['vi', 'en'] }, 'vi'],
  ['a region', { lng: 'vi-VN' }, 'vi'],
  ['the cookie if the address has an unsupported language', { lng: 'fr', cookie: 'i18next=vi' }, 'vi'],
  ['no cookie with a longer name', { cookie: 'xi18next=vi' }, 'en'],
  ['English by default', {}, 'en'],
])('the page language follows %s', (_, asked, expected) => {
  expect(pageLanguage(request(asked))).toBe(expected)
})

test('a site with one language always uses it', () => {
  expect(pageLanguage(request({ lng: 'en', cookie: 'i18next=en', browser: 'en' }), ['vi'])).toBe('vi')
})
