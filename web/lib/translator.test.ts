import { expect, it } from 'vitest'
import { createTranslator } from './translator.ts'

const texts = {
  close: 'Close',
  feed: { title: '{{name}} on {{site}}', more_one: '{{count}} meme', more_other: '{{count}} memes' },
}
const { translate, has, namesIn } = createTranslator('en', texts, { site: 'Memeroom' })

it('finds texts by key, and returns the key of an unknown text', () => {
  expect([translate('close'), translate('feed.gone'), translate('feed'), translate('close.more')]).toEqual([
    'Close',
    'feed.gone',
    'feed',
    'close.more',
  ])
  expect(['close', 'feed', 'feed.title', 'constructor', '__proto__'].map(has)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
  expect(['feed', 'close', 'gone'].map(namesIn)).toEqual([['title', 'more_one', 'more_other'], [], []])
})

it('fills placeholders once, with the given values before the shared ones', () => {
  expect(translate('feed.title', { name: '{{site}} $& $1' })).toBe('{{site}} $& $1 on Memeroom')
  expect(translate('feed.title', { name: null, site: 'Here' })).toBe(' on Here')
})

it('selects the plural form of the language by a number', () => {
  const forms = {
    more_one: '{{count}} a',
    more_few: '{{count}} b',
    more_many: '{{count}} c',
    more_other: '{{count}} d',
  }
  const polish = createTranslator('pl', forms, {})
  expect([1, 2, 5, 1.5].map((count) => polish.translate('more', { count }))).toEqual(['1 a', '2 b', '5 c', '1.5 d'])
  expect([0, 1, 2].map((count) => translate('feed.more', { count }))).toEqual(['0 memes', '1 meme', '2 memes'])
  expect(translate('close', { count: 2 })).toBe('Close')
})
