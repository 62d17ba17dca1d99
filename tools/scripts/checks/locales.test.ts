import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkLocales } from './locales.mjs'

describe('locale keys', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'locales-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function check(en: object, vi: object, source: string) {
    const files = {
      'web/locales/en/feed.json': JSON.stringify(en),
      'web/locales/vi/feed.json': JSON.stringify(vi),
      'web/features/feed/feed.tsx': source,
    }
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    return checkLocales(root)
  }

  test('accepts equal catalogs with all keys used', () => {
    const source = `t('end'); t("feed:retry"); <Trans i18nKey="feed.error.title" />`
    const texts = { end: 'a', retry: 'b', error: { title: 'c' } }
    expect(check(texts, texts, source)).toEqual([])
  })

  test('reports a key that one language lacks', () => {
    expect(check({ end: 'a', more: 'b' }, { end: 'c', less: 'd' }, `t('end') + t('more') + 'less'`)).toEqual([
      'vi: feed:more is missing',
      'en: feed:less is missing',
    ])
  })

  test('reports an unused key', () => {
    expect(check({ end: 'a' }, { end: 'b' }, '')).toEqual(['feed:end is used nowhere'])
  })

  test('accepts a dynamic key with a comment', () => {
    const texts = { reason: { fresh: 'a', liked: 'b' } }
    expect(check(texts, texts, `// i18n-keys: reason.*\nt(keyOf(reason))`)).toEqual([])
  })

  test('reports an unknown key', () => {
    expect(check({ end: 'a' }, { end: 'b' }, `t('end') + t('ende')`)).toEqual([
      'ende is used but stands in no catalogue',
    ])
  })

  test('reports an empty text', () => {
    expect(check({ end: 'a' }, { end: ' ' }, `t('end')`)).toEqual(['vi: feed:end is empty'])
  })

  test('requires the plural forms of each language', () => {
    const source = `t('memes', { count })`
    expect(check({ memes_one: 'a meme', memes_other: '{{count}}' }, { memes_other: '{{count}}' }, source)).toEqual([])
    expect(check({ memes_other: '{{count}}' }, { memes_other: '{{count}}' }, source)).toEqual([
      'en: feed:memes lacks its plural form _one',
    ])
  })

  test('reports a placeholder lost in translation', () => {
    expect(check({ hi: 'Hi {{name}}' }, { hi: 'Chào' }, `t('hi')`)).toEqual([
      'vi: feed:hi has other placeholders than en',
    ])
  })
})
