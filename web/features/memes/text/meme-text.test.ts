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

  it('leaves anchors of addresses and signs within words alone', () => {
    expect(splitHashtags('see https://example.org/#top or c#sharp or # alone')).toEqual([
      { text: 'see https://example.org/#top or c#sharp or # alone' },
    ])
  })

  it('loses no letter', () => {
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
  it('is the alt text, else the words in the picture, else the name', () => {
    expect(pictureAlt({ altText: 'A cat', imageText: 'MONDAY', name: 'Work' })).toBe('A cat')
    expect(pictureAlt({ altText: ' ', imageText: 'MONDAY', name: 'Work' })).toBe('MONDAY')
    expect(pictureAlt({ altText: '', name: 'Work' })).toBe('Work')
  })
})

describe('downloadName', () => {
  const image = { mime: 'image/webp' } as Parameters<typeof downloadName>[0]['image']

  it('keeps letters of every script and nothing that a file system minds', () => {
    expect(downloadName({ name: 'Khi sếp hỏi: "Xong chưa?" / part 2', image })).toBe(
      'khi-sếp-hỏi-xong-chưa-part-2.webp',
    )
  })

  it('has a name even for a name without letters', () => {
    expect(downloadName({ name: '???', image: { ...image, mime: 'image/jpeg' } })).toBe('meme.jpg')
  })
})
