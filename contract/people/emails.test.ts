import { describe, expect, test } from 'vitest'
import { allFields, type Field, withValue } from '#test/contract-fields.ts'
import { Email } from '../primitives.ts'
import { SettingsInput } from '../site/settings.ts'

const ADDRESSES = [
  'a@b.c',
  'first.last+tag@mail.example.co.uk',
  "!#$%&'*+/=?^_`{|}~-@example.com",
  'trần@ví-dụ.vn',
  'иван@пример.рф',
  '李@例子.中国',
  'สมชาย@ตัวอย่าง.ไทย',
  '𠮷@𠮷野家.example',
  '1@2.3',
  `${'a'.repeat(242)}@example.com`,
]
const NO_ADDRESSES = [
  'plain.example.test',
  '@',
  '@b.c',
  'ab@',
  'ab@b',
  'abcde',
  'a@b@example.com',
  'a@@example.com',
  'a@example.com@',
  'a b@example.com',
  '"a b"@example.com',
  'a@exam_ple.com',
  'a@😀.com',
  'a@\u0301b.com',
  'a..b@example.com',
  'a@example..com',
  'a@example.com.',
  'Mia <mia@example.com>',
  'mia@example.com,tom@example.com',
  'mailto:mia@example.com',
  'a\u200B@example.com',
  'constructor',
  '__proto__',
]

const codesOf = ({ call, part, path }: Field, value: string) =>
  (call[part]?.safeParse(withValue({}, path, value)).error?.issues ?? [])
    .filter((issue) => issue.path.join('.') === path.join('.'))
    .map(({ message }) => message)

/** Fields of the contract that accept an email address: they accept the shortest address but not plain words. */
const fields = allFields().filter(
  (field) =>
    field.kind === 'text' &&
    codesOf(field, 'a@b.c').length === 0 &&
    ['abcde', 'ab cd'].every((words) => codesOf(field, words).length > 0),
)

test('finds every call that has an e-mail address field', () => {
  const found = fields.map(({ key, path }) => `${key} ${path.join('.')}`)
  expect(found).toEqual(
    expect.arrayContaining([
      ...['login', 'register', 'forgot-password', 'verify-reset-code', 'reset-password', 'verify-email'].map(
        (name) => `POST /auth/${name} email`,
      ),
      ...['POST /auth/send-verification-code email', 'POST /users/me/change-email email'],
      'PUT /admin/settings contactEmail',
    ]),
  )
  const named = allFields().filter(({ path }) => /e-?mail$/i.test(path.at(-1) ?? ''))
  expect(named.map(({ key, path }) => `${key} ${path.join('.')}`).filter((name) => !found.includes(name))).toEqual([])
})

describe.each(fields.map((field) => [`${field.key} ${field.path.join('.')}`, field] as const))('%s', (_name, field) => {
  test.each(ADDRESSES)('accepts %s', (address) => {
    expect(codesOf(field, address)).toEqual([])
  })
  test.each(NO_ADDRESSES)('rejects %j', (text) => {
    expect(codesOf(field, text)).not.toEqual([])
  })
  test('limits addresses in code points', () => {
    const long = (count: number) => `${'𠮷'.repeat(count - 12)}@example.com`
    expect(codesOf(field, long(254))).toEqual([])
    expect(codesOf(field, long(255))).not.toEqual([])
    expect(codesOf(field, '@b.c')).not.toEqual([])
  })
})

test('an address is stored in lower case', () => {
  expect(Email.parse(' MIA@Example.COM ')).toBe('mia@example.com')
  expect(SettingsInput.parse({ contactEmail: 'Privacy@Example.COM' }).contactEmail).toBe('privacy@example.com')
})
