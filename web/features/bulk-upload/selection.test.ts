import { describe, expect, test } from 'vitest'
import { addFiles, defaultName, describeAll, moveBefore, moveEntry, totalBytes } from './selection.ts'

const image = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })
const several = (count: number) => Array.from({ length: count }, (_, at) => image(`${at}.png`))
const names = (entries: { file: File }[]) => entries.map((entry) => entry.file.name)

describe('choosing files', () => {
  test('accepts pictures, each with a unique key and its file name as its name', () => {
    const { entries } = addFiles([], [image('cat one.jpeg'), image('cat one.jpeg')])
    expect(entries.map((entry) => entry.metadata)).toEqual([
      { name: 'cat one', description: '', sensitive: false },
      { name: 'cat one', description: '', sensitive: false },
    ])
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(2)
  })

  test('rejects other files and files above 10 MB by name, and accepts exactly 10 MB', () => {
    const edge = image('edge.png', 10 * 1024 * 1024)
    const large = image('large.png', 10 * 1024 * 1024 + 1)
    const text = new File(['x'], 'words.txt', { type: 'text/plain' })
    const { entries, rejected } = addFiles([], [edge, large, text])
    expect(names(entries)).toEqual(['edge.png'])
    expect(rejected).toEqual({ notImages: ['words.txt'], tooLarge: ['large.png'], tooMany: false })
  })

  test('accepts the first fifty, counting earlier ones', () => {
    const first = addFiles([], several(48)).entries
    const { entries, rejected } = addFiles(first, several(5))
    expect([entries.length, rejected.tooMany]).toEqual([50, true])
    expect(names(entries).slice(48)).toEqual(['0.png', '1.png'])
    expect(addFiles(first, several(2)).rejected.tooMany).toBe(false)
  })

  test('cuts a default name to a hundred characters, not bytes', () => {
    expect([...defaultName(`${'😀'.repeat(120)}.png`)]).toHaveLength(100)
    expect(defaultName('no ending')).toBe('no ending')
  })
})

describe('order', () => {
  const { entries } = addFiles([], several(4))
  const id = (at: number) => entries[at]?.id ?? ''

  test('moves an entry by positions up to the ends', () => {
    expect(names(moveEntry(entries, id(1), 1))).toEqual(['0.png', '2.png', '1.png', '3.png'])
    expect(names(moveEntry(entries, id(0), -1))).toEqual(names(entries))
    expect(names(moveEntry(entries, id(2), 9))).toEqual(['0.png', '1.png', '3.png', '2.png'])
  })

  test('moves an entry to the position of its drop target', () => {
    expect(names(moveBefore(entries, id(0), id(2)))).toEqual(['1.png', '2.png', '0.png', '3.png'])
    expect(names(moveBefore(entries, id(3), id(1)))).toEqual(['0.png', '3.png', '1.png', '2.png'])
    expect(names(moveBefore(entries, id(3), 'unknown'))).toEqual(names(entries))
  })
})

describe('shared words', () => {
  const [first, second] = addFiles([], several(2)).entries
  const entries = [{ ...first, metadata: { name: 'a', description: 'my own #cats' } }, second] as never

  test('fill empty fields, add the tag once, and leave other texts', () => {
    const described = describeAll(entries, ' monday ', '#cats')
    expect(described.map((entry) => entry.metadata.description)).toEqual(['my own #cats', 'monday #cats'])
  })

  test('skip a text that would become too long', () => {
    const described = describeAll(entries, 'x'.repeat(498), 'tag')
    expect(described.map((entry) => entry.metadata.description)).toEqual(['my own #cats #tag', ''])
  })

  test('sums the sizes', () => {
    expect(totalBytes(addFiles([], [image('a', 5), image('b', 7)]).entries)).toBe(12)
  })
})
