import { describe, expect, it } from 'vitest'
import { toLanguage } from '#contract/languages.ts'
import { acceptLanguage } from './language.ts'

describe('the language header', () => {
  it('prefers the member’s language, with English at 0.8', () => {
    expect(acceptLanguage('vi', 'en-US')).toBe('vi,en;q=0.8')
  })

  it('does not repeat English', () => {
    expect(acceptLanguage('en', 'vi')).toBe('en')
  })

  it.each([
    ['vi-VN', 'vi'],
    ['en-GB', 'en'],
    ['fr-FR', 'en'],
    [undefined, 'en'],
  ])('of a visitor with a browser in %s asks for %s', (browser, expected) => {
    expect(acceptLanguage(undefined, browser)).toBe(expected)
  })
})

describe('a language tag', () => {
  it('is matched by its first part, in any case', () => {
    expect(['VI', 'vi-VN', 'en_US', 'enm', '', null].map((tag) => toLanguage(tag))).toEqual([
      'vi',
      'vi',
      'en',
      undefined,
      undefined,
      undefined,
    ])
  })
})
