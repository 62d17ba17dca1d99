import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkLocales } from './locales.ts'

describe('locale keys', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'locales-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function check(en: object, vi: object, source: string, more: Record<string, object> = {}) {
    const files = {
      'web/locales/en/feed.json': JSON.stringify(en),
      'web/locales/vi/feed.json': JSON.stringify(vi),
      'web/features/feed/feed.tsx': source,
      'server/locales/en/mails.json': '{"subject": "a"}',
      'server/locales/vi/mails.json': '{"subject": "b"}',
      'server/mails.ts': `t('subject')`,
      ...Object.fromEntries(Object.entries(more).map(([file, content]) => [file, JSON.stringify(content)])),
    }
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    return checkLocales(root)
  }
  const problems = (...input: Parameters<typeof check>) => check(...input).problems

  test('accepts equal catalogs with all keys used', () => {
    const source = `t('end'); t("feed:retry"); <RichText textKey="feed.error.title" />`
    const texts = { end: 'a', retry: 'b', error: { title: 'c' } }
    expect(problems(texts, texts, source)).toEqual([])
  })

  test('reports a key that one language lacks', () => {
    expect(problems({ end: 'a', more: 'b' }, { end: 'c', less: 'd' }, `t('end') + t('more') + 'less'`)).toEqual([
      'web/locales/vi: feed:more is missing',
      'web/locales/vi: feed:less does not exist in English',
    ])
  })

  test('reports an unused key', () => {
    expect(problems({ end: 'a' }, { end: 'b' }, '')).toEqual(['feed:end is not used'])
  })

  test('accepts a dynamic key with a comment', () => {
    const texts = { reason: { fresh: 'a', liked: 'b' } }
    expect(problems(texts, texts, `// i18n-keys: reason.*\nt(keyOf(reason))`)).toEqual([])
  })

  test('reports an unknown key', () => {
    expect(problems({ end: 'a' }, { end: 'b' }, `t('end') + t('ende')`)).toEqual(['ende is used but in no file'])
  })

  test('reports an empty text', () => {
    expect(problems({ end: 'a' }, { end: ' ' }, `t('end')`)).toEqual(['web/locales/vi: feed:end is empty'])
  })

  test('requires the plural forms of each language', () => {
    const source = `t('memes', { count })`
    expect(problems({ memes_one: 'a meme', memes_other: '{{count}}' }, { memes_other: '{{count}}' }, source)).toEqual(
      [],
    )
    expect(problems({ memes_other: '{{count}}' }, { memes_other: '{{count}}' }, source)).toEqual([
      'web/locales/en: feed:memes lacks its plural form _one',
    ])
  })

  test('reports a placeholder lost in translation', () => {
    expect(problems({ hi: 'Hi {{name}}' }, { hi: 'Chào' }, `t('hi')`)).toEqual([
      'web/locales/vi: feed:hi has other placeholders than English',
    ])
  })

  test('compares the server’s texts too', () => {
    const mails = {
      'server/locales/vi/mails.json': { subject: '{{name}}' },
      'server/locales/en/mails.json': { subject: 'a', more: 'b' },
    }
    expect(problems({ end: 'a' }, { end: 'b' }, `t('end')`, mails)).toEqual([
      'mails:more is not used',
      'server/locales/vi: mails:subject has other placeholders than English',
      'server/locales/vi: mails:more is missing',
    ])
  })

  test('other languages may lack texts, but have no others than English', () => {
    const french = {
      'web/locales/fr/feed.json': { end: '' },
      'server/locales/fr/mails.json': { subject: 'c', more: 'd' },
    }
    expect(check({ end: 'a', more: 'b' }, { end: 'b', more: 'c' }, `t('end') + t('more')`, french)).toEqual({
      problems: ['server/locales/fr: mails:more does not exist in English'],
      notes: ['web/locales/fr lacks 2 texts'],
    })
  })
})
