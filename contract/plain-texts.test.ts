import { expect, test } from 'vitest'
import { allFields, type Field, withValue } from '#test/contract-fields.ts'
import { goodValues, leastOf } from '#test/good-values.ts'

/** Exempt, because they are compared, parsed or sent, and not shown to other people: secrets, ids, addresses, and words to search for. */
const COMPARED =
  /(?:[tT]oken|[pP]assword|recoveryCode|challenge|nonce|invite|acceptedTermsVersion|cursor|id|Id|keys\.0|url|avatar|network|q|cat2?|search|user|memes)$/
/** Exempt: texts from which only words are taken. */
const OF_WORDS = ['POST /tags/suggest body.text']
const OVERRIDE = '\u202e'

const good = goodValues('0190b1a2-0000-7000-8000-000000000001')
const label = ({ key, part, path }: Field) => `${key} ${part}.${path.join('.')}`

/** Tests whether a field keeps a bidirectional override. Fields in lists of objects with other required fields are not tested. */
function keepsOverride({ call, part, path }: Field): boolean {
  const input = withValue(leastOf(call[part], good), path, `ab${OVERRIDE}cd`)
  return JSON.stringify(call[part]?.safeParse(input).data ?? '').includes(OVERRIDE)
}

test('every text that others may see rejects or removes bidirectional overrides', () => {
  const fields = allFields().filter(({ kind }) => kind === 'text')
  const kept = fields.filter(keepsOverride).map(label)
  expect(kept.filter((field) => !COMPARED.test(field) && !OF_WORDS.includes(field))).toEqual([])
})
