import { expect, test } from 'vitest'
import { AltText, Bio, DisplayName, Email, MemeName, Username } from '../primitives.ts'
import { isEmail, isPlainLine, lineFrom, normalEmail, normalText } from './names.ts'

/** The value a schema would store, or the code of its first failure. */
const result = (schema: typeof Username, text: string) => {
  const parsed = schema.safeParse(text)
  return parsed.success ? parsed.data : `! ${parsed.error.issues[0]?.message}`
}

test.each(['Nguyễn.Văn_An', 'Đặng-Thị', 'Владимир', '李小龍', 'محمد', 'ひらがな', 'สมชาย', 'mia_99', 'กี่กี่'])(
  'a username allows %s',
  (name) => {
    expect(result(Username, name)).toBe(name.normalize('NFKC'))
  },
)

test('a username is normalized to plain letters', () => {
  expect(result(Username, '  Ｍｉａ９９ ')).toBe('Mia99')
  expect(result(Username, 'ﬁona')).toBe('fiona')
  expect(result(Username, 'Nguyễn'.normalize('NFD'))).toBe('Nguyễn')
})

test.each([
  ['fillers', '\u3164\u3164\u3164'],
  ['half-width fillers', '\uFFA0\uFFA0\uFFA0'],
  ['fillers of initials', '\u115F\u1160\u115F'],
  ['a filler inside', 'mia\u3164tran'],
  ['Braille blanks', '\u2800\u2800\u2800'],
  ['only combining marks', '\u0301\u0302\u0303'],
  ['a mark on a dot', 'mia.\u0301'],
  ['a tower of marks', `mia${'\u0301'.repeat(9)}`],
  ['dots', '...'],
  ['signs', '-_.'],
  ['a zero-width space', 'mia\u200Btran'],
  ['a soft hyphen', 'mia\u00ADtran'],
  ['a variation selector', 'mia\uFE0F'],
  ['a joiner', 'mia\u200Dtran'],
  ['an override', 'mia\u202Eabc'],
  ['a line break', 'mia\nabc'],
])('rejects a username with %s', (_what, name) => {
  expect(result(Username, name)).toBe('! usernameCharacters')
})

test.each(['ADMIN', 'moderators', 'ａｄｍｉｎ', 'robots.txt'])('the username %s is reserved', (name) => {
  expect(result(Username, name)).toBe('! usernameReserved')
})

test.each([
  ['blanks', ' \u00A0\u2003\u3000 '],
  ['Braille blanks', '\u2800\u2800\u2800'],
  ['fillers', '\u3164\u3164\u3164'],
  ['zero-width characters', '\u200B\u200C\u200D'],
  ['only symbols', '!!! ???'],
  ['an override', 'Mia \u202Enart'],
  ['an isolate', 'Mia \u2067nart'],
  ['a line break', 'Mia\nTrần'],
  ['a paragraph separator', 'Mia\u2029Trần'],
  ['a zero-width space inside', 'Mia\u200BTrần'],
  ['a joiner between Latin letters', 'M\u200Dia'],
  ['a tower of marks', `Mia${'\u0336\u031B\u0353'.repeat(4)}`],
])('rejects a display name with %s', (_what, name) => {
  expect(result(DisplayName, name)).toBe('! displayNameCharacters')
})

test.each(['Mèo Lười 🐱', 'Gia đình 👨‍👩‍👧‍👦', 'Sóc ❤️', 'Scot 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'علی‌رضا', 'श्री‍मान', '葛󠄀城'])(
  'a display name allows %s',
  (name) => {
    expect(result(DisplayName, name)).toBe(name.normalize('NFC'))
  },
)

test('texts and names that were not typed lose the top of a tower of marks; eight marks stay', () => {
  const [tower, short] = [`x${'\u0336'.repeat(30)}`, `x${'\u0336'.repeat(8)}`]
  expect([normalText(`${tower} ${tower}`), lineFrom(tower)]).toEqual([`${short} ${short}`, short])
  expect([result(MemeName, tower), result(Bio, tower)]).toEqual(['! nameCharacters', short])
  // Tibetan letters are stacked as marks.
  for (const name of [short, 'རྐྱིལ་འཁོར', 'ཧྐྵྨླྺྼྻྂ']) expect(result(DisplayName, name)).toBe(name.normalize('NFC'))
})

test('a display name is normalized to plain spaces and composed letters', () => {
  expect(result(DisplayName, '\u00A0Mia\u3000Trần\t'.normalize('NFD'))).toBe('Mia Trần')
})

test('a meme name allows symbols and emoji but not invisible characters', () => {
  expect(result(MemeName, ' ??? ')).toBe('???')
  expect(result(MemeName, '😂')).toBe('😂')
  expect(result(MemeName, '   ')).toBe('')
  for (const name of ['\u200B', '\u3164', '\u2800', '\u0301', 'a\r\nb', 'a\nb', 'a\u202Eb', 'a\u2028b'])
    expect(result(MemeName, name)).toBe('! nameCharacters')
})

test('longer texts normalize line breaks to \n and lose bidirectional overrides', () => {
  expect(normalText(' one\r\ntwo\rthree\u2028four \n')).toBe('one\ntwo\nthree\nfour')
  expect(normalText('a\u202Eb\u2066c\u0007')).toBe('abc')
  expect(result(AltText, '\u3164 \u200B')).toBe('')
  expect(result(Bio, 'e\u0301')).toBe('é')
})

test('lineFrom turns an imported name into one plain line', () => {
  expect(lineFrom('a\r\nb\u202Ec 👨‍👩‍👧 ❤️\u200B')).toBe('a b c 👨‍👩‍👧 ❤️')
  expect(isPlainLine(lineFrom('\uFEFF\u061Cx\u0000y'))).toBe(true)
})

test('an e-mail address is normalized', () => {
  for (const typed of [' Mia@Example.COM ', 'ｍｉａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'mia@example.com'])
    expect(result(Email, typed)).toBe('mia@example.com')
  const letters = 'trần@ví-dụ.vn'
  expect(result(Email, letters.normalize('NFD'))).toBe(result(Email, letters.normalize('NFC')))
  expect(result(Email, 'a@b.c')).toBe('a@b.c')
  expect(result(Email, 'first.last+tag@mail.example.co.uk')).toBe('first.last+tag@mail.example.co.uk')
})

test.each([
  'ab@ex..com',
  'ab@.com',
  'ab@example.',
  'ab@example',
  'a..b@example.com',
  '.ab@example.com',
  'ab.@example.com',
  'ab@-example.com',
  'ab@example-.com',
  'a@b@example.com',
  'a\u200Bb@example.com',
  'ab@exa\u200Dmple.com',
  'ab@exa\u00ADmple.com',
  'a\u3164b@example.com',
  'ab@exam ple.com',
  'a\nb@example.com',
  'ab@[127.0.0.1]',
  'ab@ex。com',
  `ab@${'x'.repeat(64)}.com`,
])('rejects %j as an e-mail address', (text) => {
  expect(result(Email, text)).toBe('! invalidEmail')
})

test('a NUL or a lone surrogate fails as invalidText in every text field', () => {
  for (const schema of [Username, DisplayName, MemeName, Bio, Email])
    for (const bad of ['\0', '\uD800']) expect(result(schema, `mia${bad}`)).toBe('! invalidText')
})

test('no schema throws on any text', () => {
  for (const text of ['', '\0', '\uD800', '\uDC00x', '@', 'a@', '\u{10FFFF}'.repeat(300)]) {
    expect(typeof isEmail(normalEmail(text))).toBe('boolean')
    for (const schema of [Username, DisplayName, MemeName, Bio, Email])
      expect(typeof schema.safeParse(text).success).toBe('boolean')
  }
})
