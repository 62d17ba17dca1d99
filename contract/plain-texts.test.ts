import { expect, test } from 'vitest'
import { allFields, type Field, withValue } from '#test/contract-fields.ts'
import { goodValues, leastOf } from '#test/good-values.ts'

/** Exempt, because they are compared, parsed or sent, and not shown to other people: secrets, ids, addresses, and words to search for. */
const COMPARED =
  /(?:[tT]oken|[pP]assword|recoveryCode|challenge|nonce|invite|acceptedTermsVersion|cursor|id|Id|keys\.0|url|avatar|network|q|cat2?|search|user|memes)$/
/** Exempt: texts from which only words are taken, and tags that must exist. New aliases of tags are checked in change-aliases.ts. */
const SPLIT_INTO_WORDS = /^POST \/tags\/suggest body|\/alias body\.of$|\.tag$/
/** Texts that disturb others: a bidirectional override, and a tower of marks over other lines. */
const DISTURBING = ['\u202e', '\u0336'.repeat(20)]

const good = goodValues('0190b1a2-0000-7000-8000-000000000001')
const label = ({ key, part, path }: Field) => `${key} ${part}.${path.join('.')}`

/** Returns true if a field accepts a text unchanged. Fields in lists of objects with other required fields are not tested. */
function keeps({ call, part, path }: Field, disturbing: string): boolean {
  const input = withValue(leastOf(call[part], good), path, `ab${disturbing}cd`)
  return JSON.stringify(call[part]?.safeParse(input).data ?? '').includes(disturbing)
}

test.each(DISTURBING)('every text that others may see rejects or removes %j', (disturbing) => {
  const fields = allFields().filter(({ kind }) => kind === 'text')
  const kept = fields.filter((field) => keeps(field, disturbing)).map(label)
  expect(kept.filter((field) => !COMPARED.test(field) && !SPLIT_INTO_WORDS.test(field))).toEqual([])
})
