import { expect, it } from 'vitest'
import { readPaste, readTransfer } from './data-transfer.ts'

const data = (texts: Record<string, string>, files: File[] = []) =>
  ({ files, getData: (type: string) => texts[type] ?? '' }) as unknown as DataTransfer

it('prefers files', () => {
  const file = new File(['x'], 'cat.png', { type: 'image/png' })
  expect(readTransfer(data({ 'text/uri-list': 'https://example.org/' }, [file]))).toEqual({ files: [file], link: null })
})

it('finds the picture dragged from another page', () => {
  const texts = {
    'text/html': '<a href="https://example.org/"><img src="https://example.org/cat.png"></a>',
    'text/uri-list': 'https://example.org/',
  }
  expect(readTransfer(data(texts)).link).toBe('https://example.org/cat.png')
})

it('takes the first address of a list', () => {
  expect(readTransfer(data({ 'text/uri-list': '# a comment\r\nhttps://example.org/a.png\r\n' })).link).toBe(
    'https://example.org/a.png',
  )
  expect(readTransfer(data({ 'text/plain': 'cat' }))).toEqual({ files: [], link: null })
})

it('pastes an address as a picture link, and ignores other text', () => {
  expect(readPaste(data({ 'text/plain': ' https://example.org/a.png\n' })).link).toBe('https://example.org/a.png')
  for (const text of ['see https://example.org/a.png', 'cat', '']) {
    expect(readPaste(data({ 'text/plain': text })).link).toBeNull()
  }
})
