import { expect, test } from 'vitest'
import { catchEarlyFiles, takeEarlyFiles } from './early-files.ts'

const picture = new File(['x'], 'early.png', { type: 'image/png' })

/** Creates a drag or paste event with data, since the test environment lacks a constructor for it. */
function carrying(name: string, field: 'dataTransfer' | 'clipboardData', files: File[], types: string[]): Event {
  return Object.assign(new Event(name, { bubbles: true, cancelable: true }), { [field]: { files, types } })
}

test('returns a picture pasted before the application loads once', () => {
  catchEarlyFiles()
  document.body.dispatchEvent(carrying('paste', 'clipboardData', [picture], ['text/html', 'Files']))
  expect(takeEarlyFiles()).toEqual([picture])
  expect(takeEarlyFiles()).toEqual([])
  document.body.dispatchEvent(carrying('paste', 'clipboardData', [picture], ['text/html', 'Files']))
  expect(takeEarlyFiles()).toEqual([])
})

test('a drop of files does not leave the page, and a drop of text is ignored', () => {
  catchEarlyFiles()
  const drop = carrying('drop', 'dataTransfer', [picture], ['Files'])
  document.body.dispatchEvent(drop)
  expect(drop.defaultPrevented).toBe(true)
  const text = carrying('drop', 'dataTransfer', [], ['text/plain'])
  document.body.dispatchEvent(text)
  expect(text.defaultPrevented).toBe(false)
  expect(takeEarlyFiles()).toEqual([picture])
})

test('ignores the picture of a copied paragraph', () => {
  catchEarlyFiles()
  document.body.dispatchEvent(carrying('paste', 'clipboardData', [picture], ['text/plain', 'Files']))
  expect(takeEarlyFiles()).toEqual([])
})
