import { expect, it } from 'vitest'
import { sweep, TABLE_MAX } from './bound.ts'
import { createTable } from './table.ts'

interface Thing {
  name: string
  count: number
  tags: string[]
}

const none = () => []

it('has the latest statement about each field, in whichever order they arrive', () => {
  const table = createTable<Thing>(none)
  table.write([['a', { name: 'Second', count: 2 }]], 2)
  table.write([['a', { name: 'First', count: 1, tags: ['x'] }]], 1)
  expect(table.get('a')).toEqual({ name: 'Second', count: 2, tags: ['x'] })
  table.write([['a', { count: 3 }]], 3)
  expect(table.get('a')).toEqual({ name: 'Second', count: 3, tags: ['x'] })
})

it('returns the same object if a later response is equal', () => {
  const table = createTable<Thing>(none)
  table.write([['a', { name: 'One', tags: ['x'] }]], 1)
  const before = table.get('a')
  table.write([['a', { name: 'One', tags: ['x'] }]], 2)
  expect(table.get('a')).toBe(before)
})

it.each(['constructor', '__proto__', 'toString'])('takes %s for an id like any other', (id) => {
  const table = createTable<Thing>(none)
  expect(table.get(id)).toBeUndefined()
  table.write([[id, { name: 'Odd' }]], 1)
  expect(table.get(id)).toEqual({ name: 'Odd' })
})

it('drops unreferenced entities once it is large, and not before', () => {
  const table = createTable<Thing>(() => ['own'])
  const ids = Array.from({ length: TABLE_MAX - 1 }, (_, index) => `id${index}`)
  table.write(
    ['own', ...ids].map((id) => [id, { name: id }] as const),
    1,
  )
  sweep(none)
  expect(table.get('id7')).toBeDefined()
  table.write([['one more', { name: 'one more' }]], 1)
  sweep(() => [{ pages: [{ memes: [{ _id: 'id7' }] }] }])
  expect(['own', 'id7', 'id8', 'one more'].map((id) => table.get(id)?.name)).toEqual([
    'own',
    'id7',
    undefined,
    undefined,
  ])
})
