import { describe, expect, test } from 'vitest'
import { parseQuery, type VariantKind, withVariants } from './query.ts'
import { exactQueries, fuzzyQueries, partialQueries } from './word-queries.ts'

/** A query with the vocabulary words that each of its words may mean. */
const query = (text: string, variants: Record<string, Record<string, VariantKind>> = {}) =>
  withVariants(
    parseQuery(text),
    new Map(Object.entries(variants).map(([word, own]) => [word, new Map(Object.entries(own))])),
  )
const asked = (queries: { query: string }[]) => queries.map((one) => one.query)

describe('index queries', () => {
  test('begin with all words, as typed or by stem, in names and anywhere', () => {
    const queries = exactQueries(query('sleepy dogs', { dogs: { dog: 'stem', dots: 'misspelt' } }))
    expect(queries.map(({ of }) => of)).toEqual(['named', 'folded'])
    expect(new Set(asked(queries))).toEqual(new Set(["('sleepy') & ('dog' | 'dogs')"]))
  })

  test('continue with unfinished and misspelled words, only if there are any', () => {
    const variants = { grumpi: { grumpy: 'misspelt' } } as const
    expect(asked(fuzzyQueries(query('grumpi cat', variants)))).toEqual(["('grumpy' | 'grumpi') & ('cat')"])
    expect(fuzzyQueries(query('grumpy cat'))).toEqual([])
  })

  test('then try all words but one, and each word to measure its rarity', () => {
    const each = ["('one')", "('two')", "('three')"]
    const allButOne = "(('two') & ('three')) | (('one') & ('three')) | (('one') & ('two'))"
    expect(asked(partialQueries(query('one two three')))).toEqual([allButOne, ...each])
    expect(asked(partialQueries(query('one two')))).toEqual(each.slice(0, 2))
    expect(partialQueries(query('alone'))).toEqual([])
  })

  test('also try any of many words', () => {
    expect(asked(partialQueries(query('one two three four five')))).toContain(
      "('one' | 'two' | 'three' | 'four' | 'five')",
    )
  })

  test('list the groups of alternatives for the scan plan', () => {
    expect(exactQueries(query('cold coffee'))[0]?.groups).toEqual([['cold'], ['coffee']])
    expect(partialQueries(query('cold coffee'))[0]?.groups).toEqual([['cold']])
    expect(partialQueries(query('one cold coffee'))[0]?.groups).toBeUndefined()
  })

  test('omit stop words and treat special characters literally', () => {
    expect(asked(exactQueries(query('the cat')))[0]).toBe("('cat')")
    expect(asked(exactQueries(query("it's")))[0]).not.toContain("''")
  })
})
