import { expect, test } from 'vitest'
import { isDraftOf } from './load-source.ts'

const file = (name: string) => new File(['x'], name, { lastModified: 1 })

test('the draft of an own picture belongs only to that picture', () => {
  const source = { kind: 'file', file: file('cat.png') } as const
  expect(isDraftOf(source, { file: file('cat.png') })).toBe(true)
  expect(isDraftOf(source, { file: file('dog.png') })).toBe(false)
  expect(isDraftOf(source, {})).toBe(false)
  expect(isDraftOf({ kind: 'template', id: '1' }, {})).toBe(true)
})
