import { describe, expect, it } from 'vitest'
import { directionOf, LANGUAGE_CODE, localeOf, toLanguage } from '#contract/languages.ts'
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
    ['pt-PT', 'pt-BR'],
    [undefined, 'en'],
  ])('of a visitor with a browser in %s asks for %s', (browser, expected) => {
    expect(acceptLanguage(undefined, browser, ['en', 'vi', 'pt-BR'])).toBe(expected)
  })
})

describe('a language tag', () => {
  const offered = ['en', 'vi', 'pt-PT', 'pt-BR', 'zh-Hans', 'zh-Hant', 'sr']

  it.each([
    ['VI', 'vi'],
    ['vi-VN', 'vi'],
    ['en_US.UTF-8', 'en'],
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['pt-AO', 'pt-PT'],
    ['zh-TW', 'zh-Hant'],
    ['zh', 'zh-Hans'],
    ['sr-Latn', undefined],
    ['enm', undefined],
    ['*', undefined],
    ['e', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is matched by language and script, then by region: %s', (tag, language) => {
    expect(toLanguage(tag, offered)).toBe(language)
  })

  it('gives the direction and the locale of a page', () => {
    expect(['en', 'ar', 'he', 'fa', 'ur', 'az', 'az-Arab'].map(directionOf)).toEqual([
      'ltr',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'rtl',
    ])
    expect(['en', 'vi', 'pt-BR', 'fr', 'zh-Hant'].map(localeOf)).toEqual(['en_US', 'vi_VN', 'pt_BR', 'fr_FR', 'zh_TW'])
  })

  it('has a code that names folders', () => {
    expect(['en', 'pt-BR', 'zh-Hant', 'zh-Hant-TW', 'es-419'].every((code) => LANGUAGE_CODE.test(code))).toBe(true)
    for (const code of ['', 'EN', 'english', 'pt_BR', 'pt-br', '../en', 'en/..', 'en-'])
      expect([code, LANGUAGE_CODE.test(code)]).toEqual([code, false])
  })
})
