import * as z from 'zod'

/**
 * Names and texts that people enter: how they are normalised and which are rejected. Used by client and server; whether a
 * username resembles another or a reserved one is checked on the server (server/domains/users/username-keys.ts). Nothing here
 * throws for any text; the contract rejects NUL and lone surrogates.
 */

const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{M}\u2800]/gu
const LETTER_OR_DIGIT = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** Whether anything is visible, beyond blanks, zero-width characters and combining marks. */
export const isVisible = (text: string): boolean => text.replace(UNSEEN, '') !== ''

/** Whether it has a visible letter or digit; fillers such as U+3164 are invisible letters. */
export const hasLetterOrDigit = (text: string): boolean => LETTER_OR_DIGIT.test(text)

// Usernames

/** The form that is stored: full-width letters, ligatures and the like become plain ones. */
export const normalUsername = (text: string): string => text.trim().normalize('NFKC')

const USERNAME_CHARACTERS = /^[\p{L}\p{M}\p{N}_.-]+$/u
const HIDDEN = /\p{Default_Ignorable_Code_Point}/u
/** A combining mark needs a base letter, and no script puts more than four on one. */
const STRAY_MARK = /(?:^|[_.-])\p{M}|\p{M}{5}/u

/** Letters and digits of any script, dots, hyphens and underscores, with at least one visible letter or digit. */
export const hasUsernameCharacters = (text: string): boolean =>
  USERNAME_CHARACTERS.test(text) && !HIDDEN.test(text) && !STRAY_MARK.test(text) && hasLetterOrDigit(text)

// Names on one line: of a person, of a meme

/** Trimmed, in NFC, with each tab and unusual blank replaced by a space. */
export const normalLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .trim()

/**
 * Hidden characters that are allowed in context: joiners between the parts of an emoji and in scripts that need them, variation
 * selectors behind emoji, Chinese characters and Mongolian letters, the tags of a flag.
 */
const RIGHTLY_HIDDEN = new RegExp(
  [
    '(?<=[\\p{Emoji}\\p{sc=Han}])[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{sc=Mong})[\\u180B-\\u180D\\u180F]',
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Nkoo}\\p{sc=Mong}\\p{M}])[\\u200C\\u200D](?=[\\p{L}\\p{M}\\p{N}])',
    '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
  ].join('|'),
  'gu',
)
const NOT_ON_A_LINE =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** One line without hidden characters or bidirectional overrides. */
export const isPlainLine = (text: string): boolean => !NOT_ON_A_LINE.test(text.replace(RIGHTLY_HIDDEN, ''))

/** Turns any text into one plain line, for names that were not typed: from files and sign-in providers. */
export const lineFrom = (text: string): string => {
  const kept: string[] = []
  const hidden = new RegExp(NOT_ON_A_LINE.source, 'gu')
  let end = 0
  for (const match of text.matchAll(RIGHTLY_HIDDEN)) {
    kept.push(text.slice(end, match.index).replace(hidden, ' '), match[0])
    end = match.index + match[0].length
  }
  kept.push(text.slice(end).replace(hidden, ' '))
  return normalLine(kept.join('')).replace(/ {2,}/g, ' ')
}

// Texts of several lines: descriptions, alt texts, bios, notes

const LEFT_OUT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed; NUL is rejected elsewhere.
  /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\u202A-\u202E\u2066-\u2069\p{Noncharacter_Code_Point}]/gu

/** Trimmed, in NFC, with \n line breaks, without control characters, noncharacters or bidirectional overrides; empty when nothing is visible. */
export const normalText = (text: string): string => {
  const normal = text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(LEFT_OUT, '')
    .trim()
  return isVisible(normal) ? normal : ''
}

// E-mail addresses

/** The form that is compared, stored and used for sending: trimmed, NFKC, lower case. */
export const normalEmail = (text: string): string => text.trim().normalize('NFKC').toLowerCase()

const NOT_IN_EMAIL = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Cs}\p{Z}\u2800]/u
const OUTER_OR_DOUBLE_DOT = /^\.|\.\.|\.$/
/** The rule that browsers apply to a field for an address. It knows ASCII alone. */
const PlainEmail = z.email({ pattern: z.regexes.html5Email })
const letter = () => 'x'

/**
 * Whether a normalized address is valid: one that browsers accept, where letters of all scripts count as letters, with a dot in its
 * domain, without empty parts between dots, and with nothing hidden.
 */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || NOT_IN_EMAIL.test(text) || OUTER_OR_DOUBLE_DOT.test(local) || !domain.includes('.'))
    return false
  const plain = `${local.replace(/\P{ASCII}/gu, letter)}@${domain.replace(/[\p{L}\p{N}]\p{M}*/gu, letter)}`
  return PlainEmail.safeParse(plain).success
}
