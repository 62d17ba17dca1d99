import * as z from 'zod'
import { isVisible } from '../words.ts'

/**
 * Names and texts that people enter: how they are normalized and which are rejected. Used by client and server. The server
 * also checks whether a username resembles another or a reserved one (server/domains/users/username-keys.ts). Nothing here
 * throws for any text; the contract rejects NUL and lone surrogates.
 */

const LETTER_OR_DIGIT = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** Returns true if a text has a visible letter or digit. Fillers such as U+3164 are letters but invisible. */
export const hasLetterOrDigit = (text: string): boolean => LETTER_OR_DIGIT.test(text)

// Usernames

/** The stored form: full-width letters, ligatures and the like become plain ones. */
export const normalUsername = (text: string): string => text.trim().normalize('NFKC')

const USERNAME_CHARACTERS = /^[\p{L}\p{M}\p{N}_.-]+$/u
const HIDDEN = /\p{Default_Ignorable_Code_Point}/u
/** A combining mark without a base letter, or more than four marks on one letter, which no script uses. */
const STRAY_MARK = /(?:^|[_.-])\p{M}|\p{M}{5}/u

/** Letters and digits of any script, dots, hyphens and underscores, with at least one visible letter or digit. */
export const hasUsernameCharacters = (text: string): boolean =>
  USERNAME_CHARACTERS.test(text) && !HIDDEN.test(text) && !STRAY_MARK.test(text) && hasLetterOrDigit(text)

/** More marks on one letter than any script uses: they cover the lines above and below. */
const TOWER = /(\p{M}{8})\p{M}+/gu
const hasTower = (text: string) => text.search(TOWER) >= 0
const withoutTowers = (text: string) => text.replace(TOWER, '$1')

// Single-line names: of people and memes

/** Trims, normalizes to NFC and replaces each tab and unusual blank with a space. */
export const normalLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .trim()

/**
 * Hidden characters that are valid in context: joiners inside emoji and in scripts that need them, variation selectors after
 * emoji, Chinese characters and Mongolian letters, and the tag characters of flags.
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

/** One line without hidden characters, bidirectional overrides, or towers of marks. */
export const isPlainLine = (text: string): boolean =>
  !NOT_ON_A_LINE.test(text.replace(RIGHTLY_HIDDEN, '')) && !hasTower(text)

/** Turns any text into one plain line, for names that were not typed: file names and names from sign-in providers. */
export const lineFrom = (text: string): string => {
  const kept: string[] = []
  const hidden = new RegExp(NOT_ON_A_LINE.source, 'gu')
  let end = 0
  for (const match of text.matchAll(RIGHTLY_HIDDEN)) {
    kept.push(text.slice(end, match.index).replace(hidden, ' '), match[0])
    end = match.index + match[0].length
  }
  kept.push(text.slice(end).replace(hidden, ' '))
  return withoutTowers(normalLine(kept.join('')).replace(/ {2,}/g, ' '))
}

// Multi-line texts: descriptions, alt texts, bios, notes

const LEFT_OUT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed; NUL is rejected elsewhere.
  /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\u202A-\u202E\u2066-\u2069\p{Noncharacter_Code_Point}]/gu

/**
 * Trims, normalizes to NFC and to \n line breaks, and removes control characters, noncharacters, bidirectional overrides, and
 * the top of towers of marks.
 * Returns an empty text if nothing is visible.
 */
export const normalText = (text: string): string => {
  const normal = text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(LEFT_OUT, '')
    .trim()
  return isVisible(normal) ? withoutTowers(normal) : ''
}

// Email addresses

/** The form that is compared, stored and used for sending: trimmed, NFKC, lower case. */
export const normalEmail = (text: string): string => text.trim().normalize('NFKC').toLowerCase()

const NOT_IN_EMAIL = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Cs}\p{Z}\u2800]/u
const OUTER_OR_DOUBLE_DOT = /^\.|\.\.|\.$/
/** The validation rule of browsers for `<input type="email">`. It accepts ASCII only. */
const PlainEmail = z.email({ pattern: z.regexes.html5Email })
const letter = () => 'x'

/**
 * Returns true if a normalized address is valid: it passes the browser rule (counting letters of all scripts as letters), its
 * domain has a dot, no part between dots is empty, and it has no hidden characters.
 */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || NOT_IN_EMAIL.test(text) || OUTER_OR_DOUBLE_DOT.test(local) || !domain.includes('.'))
    return false
  const plain = `${local.replace(/\P{ASCII}/gu, letter)}@${domain.replace(/[\p{L}\p{N}]\p{M}*/gu, letter)}`
  return PlainEmail.safeParse(plain).success
}
