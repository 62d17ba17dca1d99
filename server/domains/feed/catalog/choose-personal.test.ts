import { describe, expect, test } from 'vitest'
import { choosePersonal } from './choose-personal.ts'
import { keyOf } from './known-meme.ts'
import type { SourceMemes } from './source-queries.ts'
import { NOTHING } from './sources.ts'

const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const bring = (...numbers: number[]): SourceMemes => {
  const ids = numbers.map(idOf)
  return { ids, keys: Float64Array.from(ids, keyOf), strengths: new Float64Array() }
}
const related = (strengths: Record<number, number>): SourceMemes => ({
  ...bring(...Object.keys(strengths).map(Number)),
  strengths: Float64Array.from(Object.values(strengths)),
})
const from = (brings: Record<string, SourceMemes>) => ({
  of: (source: string, of: string) => brings[`${source} ${of}`] ?? NOTHING,
  newestOf: (tag: string) => brings[`newest ${tag}`] ?? NOTHING,
})
const upTo = (count: number, start = 0) => Array.from({ length: count }, (_, index) => start + index)
const NOBODY = { liked: [], creators: [], tags: [] }

describe('personal candidates', () => {
  test('add up relations to several liked memes, weighted by how recently each was liked', () => {
    const sources = from({
      'taste a': related({ 1: 2, 2: 1 }),
      'taste b': related({ 1: 4 }),
      'similar b': related({ 1: 0.5, 3: 0.9 }),
    })
    const liked = [
      { id: 'a', weight: 1 },
      { id: 'b', weight: 0.5 },
    ]
    const chosen = choosePersonal({ ...NOBODY, liked }, sources, NOTHING, () => false)
    const strengths = new Map(chosen.map(({ id, taste, alike }) => [id, [taste, alike]]))
    expect(strengths).toEqual(
      new Map([
        [idOf(1), [4, 0.25]],
        [idOf(2), [1, 0]],
        [idOf(3), [0, 0.45]],
      ]),
    )
  })

  test('include only the strongest unseen relations', () => {
    const strengths = Object.fromEntries(upTo(200, 1).map((n) => [n, n]))
    const chosen = choosePersonal(
      { ...NOBODY, liked: [{ id: 'a', weight: 1 }] },
      from({ 'taste a': related(strengths) }),
      NOTHING,
      (key) => key === 200,
    )
    expect(chosen.map(({ taste }) => taste)).toEqual(upTo(90, 110).reverse())
  })

  test('include the first unseen memes of tags, creators and followed people', () => {
    const sources = from({
      'best cats': bring(...upTo(100)),
      'newest cats': bring(...upTo(40, 200)),
      'creator x': bring(...upTo(40, 300)),
    })
    const chosen = choosePersonal(
      { liked: [], creators: ['x'], tags: ['cats'] },
      sources,
      bring(...upTo(80, 400), 300),
      (key) => key % 2 === 0,
    )
    const numbers = chosen.map(({ key }) => key)
    expect(numbers).toEqual(
      [1, 201, 301, 401].flatMap((start, at) => upTo([24, 8, 8, 40][at] ?? 0).map((n) => start + 2 * n)),
    )
    expect(chosen.filter(({ isFollowed }) => isFollowed).map(({ key }) => key)).toEqual(numbers.filter((n) => n > 400))
  })

  test('of many creators are limited to one page’s need', () => {
    const creators = upTo(20).map(String)
    const sources = from(
      Object.fromEntries(creators.map((one, at) => [`creator ${one}`, bring(...upTo(40, 100 * at))])),
    )
    expect(choosePersonal({ ...NOBODY, creators }, sources, NOTHING, () => false)).toHaveLength(60)
  })
})
