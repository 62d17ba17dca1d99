import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ASTRAL_TEXTS, splitters, textsIn } from '#test/astral-texts.ts'
import { allFields } from '#test/contract-fields.ts'
import { cut, cutShown, lengthOf } from './bounded.ts'
import { optionalText } from './primitives.ts'

const FOLDER = new URL('.', import.meta.url)
const modules = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.test)\.ts$/.test(name),
)

test('the sample texts are well-formed and cover both cut positions', () => {
  expect(new Set(ASTRAL_TEXTS.map(({ length }) => length))).toEqual(new Set([38, 39, 40, 41, 42]))
  expect(ASTRAL_TEXTS.every((text) => text.isWellFormed())).toBe(true)
  const halves = new Set(ASTRAL_TEXTS.map((text) => text.slice(0, 40).isWellFormed()))
  expect(halves).toEqual(new Set([true, false]))
})

test.each(modules)('no function of %s splits a surrogate pair', async (name) => {
  expect(await splitters((await import(new URL(name, FOLDER).href)) as object)).toEqual([])
})

test('no schema of a call splits a surrogate pair', () => {
  const split = allFields().flatMap(({ key, path, schemas }) =>
    ASTRAL_TEXTS.flatMap((text) => schemas.map((schema) => schema.safeParse(text).data))
      .filter((result) => textsIn(result).some((one) => !one.isWellFormed()))
      .map((result) => `${key} ${path.join('.')}: ${JSON.stringify(result)}`),
  )
  expect(split).toEqual([])
})

test('a text bound counts code points', () => {
  expect(lengthOf('a𝓜b')).toBe(3)
  expect(cut('a𝓜b', 2)).toBe('a𝓜')
  expect(cut('a𝓜b', 0)).toBe('')
  expect([cut('abc', 3), cut('abc', 4)]).toEqual(['abc', 'abc'])
  const isTaken = (text: string) => optionalText(3, 'tooLong').safeParse(text).success
  expect([isTaken('a𝓜b'), isTaken('a𝓜bc')]).toEqual([true, false])
})

test('cutShown never cuts inside a character that has several code points', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(cutShown(`ab${family}`, 5)).toBe('ab')
  expect(cutShown(`ab${family}c`, 9)).toBe(`ab${family}`)
  expect(cutShown('ne\u0301e', 2)).toBe('n')
  expect(cutShown(`x${'e\u0301'.repeat(9)}`, 3)).toBe('xe\u0301')
  expect(cutShown('🇻🇳🇻🇳', 3)).toBe('🇻🇳')
  expect(lengthOf(cutShown(`e${'\u0301'.repeat(99)}`, 40))).toBe(40)
})

/** Maximum length in repetitions of one character; null if a field rejects the character or has no limit. */
function boundOf(takes: (count: number) => boolean): number | null {
  const least = [1, 2, 3, 6].find(takes)
  if (least === undefined) return null
  let [low, high] = [least, 2 * least]
  while (takes(high)) {
    if (high > 300_000) return null
    low = high
    high *= 2
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (takes(middle)) low = middle
    else high = middle
  }
  return low
}

test('every text field has the same bound for characters of one and of two code units', () => {
  const bounds = allFields()
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ key, path, schemas }) => {
      const boundFor = (character: string) =>
        boundOf((count) => schemas.every((schema) => schema.safeParse(character.repeat(count)).success))
      const [one, two] = [boundFor('家'), boundFor('𠮷')]
      return one === null && two === null ? [] : [{ field: `${key} ${path.join('.')}`, one, two }]
    })
  expect(bounds.length).toBeGreaterThan(20)
  expect(bounds.filter(({ one, two }) => one !== two)).toEqual([])
})
