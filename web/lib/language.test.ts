import { describe, expect, it } from 'vitest'
import { toLanguage } from '#contract/languages.ts'
import { acceptLanguage } from './language.ts'

describe('the language header', () => {
  it('asks for the member’s language, and for English at 0.8', () => {
    expect(acceptLanguage('vi', 'en-US')).toBe('vi,en;q=0.8')
  })

  it('does not ask for English twice', () => {
    expect(acceptLanguage('en', 'vi')).toBe('en')
  })

  it.each([
    ['vi-VN', 'vi'],
    ['en-GB', 'en'],
    ['fr-FR', 'en'],
    [undefined, 'en'],
  ])('asks for a visitor whose browser speaks %s in %s', (browser, expected) => {
    expect(acceptLanguage(undefined, browser)).toBe(expected)
  })
})

describe('a language tag', () => {
  it('is judged by its first part, whatever its case', () => {
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
