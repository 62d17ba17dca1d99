import { describe, expect, test } from 'vitest'
import { askForAll, askForAllWide, askForSome } from './expand-query.ts'
import { parseQuery, type VariantKind, withVariants } from './query.ts'

/** A query with the words that occur and may be meant by each of its words. */
const query = (text: string, variants: Record<string, Record<string, VariantKind>> = {}) =>
  withVariants(
    parseQuery(text),
    new Map(Object.entries(variants).map(([word, own]) => [word, new Map(Object.entries(own))])),
  )
const asked = (askings: { query: string }[]) => askings.map((asking) => asking.query)

describe('what the index is asked for', () => {
  test('is all the words first, as typed or by stem, in names and anywhere', () => {
    const askings = askForAll(query('sleepy dogs', { dogs: { dog: 'stem', dots: 'misspelt' } }))
    expect(askings.map(({ of }) => of)).toEqual(['named', 'folded'])
    expect(new Set(asked(askings))).toEqual(new Set(["('sleepy') & ('dog' | 'dogs')"]))
  })

  test('is unfinished and misspelt words after that, and only if there are any', () => {
    const variants = { grumpi: { grumpy: 'misspelt' } } as const
    expect(asked(askForAllWide(query('grumpi cat', variants)))).toEqual(["('grumpy' | 'grumpi') & ('cat')"])
    expect(askForAllWide(query('grumpy cat'))).toEqual([])
  })

  test('is all words but one last, then any of them', () => {
    expect(asked(askForSome(query('one two three')))).toEqual([
      "(('two') & ('three')) | (('one') & ('three')) | (('one') & ('two'))",
      "('one' | 'two' | 'three')",
    ])
    expect(askForSome(query('alone'))).toEqual([])
  })

  test('names the words of which one each will do, so that common ones can be walked to', () => {
    expect(askForAll(query('cold coffee'))[0]?.groups).toEqual([['cold'], ['coffee']])
    expect(askForSome(query('cold coffee'))[0]?.groups).toEqual([['cold', 'coffee']])
    expect(askForSome(query('one cold coffee'))[0]?.groups).toBeUndefined()
  })

  test('leaves stop words out, and takes signs as signs', () => {
    expect(asked(askForAll(query('the cat')))[0]).toBe("('cat')")
    expect(asked(askForAll(query("it's")))[0]).not.toContain("''")
  })
})
