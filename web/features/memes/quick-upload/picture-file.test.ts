import { describe, expect, it } from 'vitest'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { fileNameOfLink, pictureLink, pictureProblem } from './picture-file.ts'

describe('pictureProblem', () => {
  it.each([
    ['image/png', 1, null],
    ['image/webp', PICTURE_MAX_BYTES, null],
    ['image/jpeg', PICTURE_MAX_BYTES + 1, 'tooLarge'],
    ['image/gif', 0, 'empty'],
    ['image/svg+xml', 10, 'notPicture'],
    ['text/plain', 10, 'notPicture'],
    ['', 10, 'notPicture'],
  ])('of %s with %i bytes is %s', (type, size, problem) => {
    expect(pictureProblem({ type, size })).toBe(problem)
  })
})

describe('pictureLink', () => {
  it('accepts web addresses and data URLs of pictures', () => {
    expect(pictureLink(' https://example.org/a.png?x=1 ')).toBe('https://example.org/a.png?x=1')
    expect(pictureLink('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA')
  })

  it('rejects everything else', () => {
    for (const text of ['', 'cat', 'ftp://example.org/a.png', 'javascript:alert(1)', 'https://', 'data:text/html,x']) {
      expect(pictureLink(text)).toBeNull()
    }
  })
})

it('names a file after the last part of its link', () => {
  expect(fileNameOfLink('https://example.org/a/m%C3%A8o.png?w=3')).toBe('mèo.png')
  expect(fileNameOfLink('https://example.org/')).toBe('picture')
  expect(fileNameOfLink('https://example.org/%E0%A4%A')).toBe('%E0%A4%A')
})
