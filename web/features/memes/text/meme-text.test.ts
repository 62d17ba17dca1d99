import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { downloadName, splitHashtags } from './meme-text.ts'

describe('splitHashtags', () => {
  it('finds hashtags in both languages', () => {
    expect(splitHashtags('Thứ hai #công_việc, again #monday!')).toEqual([
      { text: 'Thứ hai ' },
      { text: '#công_việc', tag: 'công_việc' },
      { text: ', again ' },
      { text: '#monday', tag: 'monday' },
      { text: '!' },
    ])
  })

  it('ignores URL fragments and # within words', () => {
    expect(splitHashtags('see https://example.org/#top or c#sharp or # alone')).toEqual([
      { text: 'see https://example.org/#top or c#sharp or # alone' },
    ])
  })

  it('preserves every character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '#', ' ', 'đ', '1', '/', '_') }), (text) => {
        expect(
          splitHashtags(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('pictureAlt', () => {
  it('uses the alt text, then the words in the picture, then the name', () => {
    expect(pictureAlt({ altText: 'A cat', imageText: 'MONDAY', name: 'Work' })).toBe('A cat')
    expect(pictureAlt({ altText: ' ', imageText: 'MONDAY', name: 'Work' })).toBe('MONDAY')
    expect(pictureAlt({ altText: '', name: 'Work' })).toBe('Work')
  })
})

describe('downloadName', () => {
  const image = { mime: 'image/webp' } as Parameters<typeof downloadName>[0]['image']

  it('preserves letters of every script and removes characters unsafe in file names', () => {
    expect(downloadName({ name: 'Khi sếp hỏi: "Xong chưa?" / part 2', image })).toBe(
      'khi-sếp-hỏi-xong-chưa-part-2.webp',
    )
  })

  it('has a default for a name without letters', () => {
    expect(downloadName({ name: '???', image: { ...image, mime: 'image/jpeg' } })).toBe('meme.jpg')
  })
})
