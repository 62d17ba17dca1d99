import { readFileSync } from 'node:fs'
import type { FieldCode } from '#contract/errors.ts'
import { isBreached } from '#server/domains/auth/passwords/breached-passwords.ts'
import type { Config } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Lower-case passwords, one per line, from the ranked list of @zxcvbn-ts/language-common 4.1.3 (MIT license): the 3,400 most
 * common with at least six characters, plus common Vietnamese ones.
 */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

/** Minimum characters that a password needs besides a name that it contains. */
const BESIDE_NAME_LEAST = 4
/** Maximum length of a piece that makes a password weak by being repeated. */
const REPEATED_AT_MOST = 3

/** The future owner of the password. */
interface Owner {
  username?: string | undefined
  email?: string | null | undefined
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/**
 * Returns why a new password is too weak, apart from its length. Ignoring case, it must not be one of the most common, a repeated
 * piece, or a run of consecutive characters. It must not contain the username, the address or its local part with fewer than four
 * other characters. Returns null for an acceptable one.
 */
export function weaknessOf(password: string, owner: Owner): FieldCode | null {
  const word = folded(password)
  if (COMMON.has(word) || isRepeated(word) || isRun(word)) return 'passwordTooCommon'
  const names = [owner.username, owner.email, owner.email?.split('@')[0]]
  const holds = (name: string | undefined | null) =>
    name && word.includes(folded(name)) && word.length - folded(name).length < BESIDE_NAME_LEAST
  return names.some(holds) ? 'passwordHoldsName' : null
}

/** Returns the error for a weak password in field `path`; null if it is acceptable. */
export function weakPassword(path: string, password: string, owner: Owner): AppError | null {
  const code = weaknessOf(password, owner)
  return code && new AppError('request.invalid', { errors: [{ path, code }] })
}

/** Returns the error for a password in the operator's list of breached ones, if configured. Do not call in a transaction. */
export async function breachedPassword(
  { breachedPasswords }: Pick<Config, 'breachedPasswords'>,
  path: string,
  password: string,
): Promise<AppError | null> {
  if (breachedPasswords === undefined || !(await isBreached(breachedPasswords, password))) return null
  return new AppError('request.invalid', { errors: [{ path, code: 'passwordBreached' }] })
}

function isRepeated(word: string): boolean {
  for (let length = 1; length <= REPEATED_AT_MOST; length += 1) {
    const times = Math.ceil(word.length / length)
    if (times > 1 && word.slice(0, length).repeat(times).slice(0, word.length) === word) return true
  }
  return false
}

/** Returns true if a word is a run such as abcdef or 987654. */
function isRun(word: string): boolean {
  return [1, -1].some((step) =>
    [...word].every((_, index) => index === 0 || word.charCodeAt(index) - word.charCodeAt(index - 1) === step),
  )
}
