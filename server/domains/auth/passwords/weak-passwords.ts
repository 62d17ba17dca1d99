import { readFileSync } from 'node:fs'
import type { FieldCode } from '#contract/errors.ts'
import { isBreached } from '#server/domains/auth/passwords/breached-passwords.ts'
import type { Config } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * In lower case, one a line: the 3,400 commonest of six characters and more in the ranked list of @zxcvbn-ts/language-common
 * 4.1.3 (MIT licence), with common Vietnamese ones.
 */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

/** A password with fewer further characters than this is the name it holds, in effect. */
const BESIDE_NAME_LEAST = 4
/** Pieces of up to so many characters make no password by being repeated. */
const REPEATED_AT_MOST = 3

/** Whose password it is to be. */
interface Owner {
  username?: string | undefined
  email?: string | null | undefined
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/**
 * What is wrong with a new password beyond its length: one of the commonest, repeated or in alphabetical order, in any case; or
 * the username, the address or its local part with fewer than four further characters. Null if nothing is.
 */
export function weaknessOf(password: string, owner: Owner): FieldCode | null {
  const word = folded(password)
  if (COMMON.has(word) || isRepeated(word) || isRun(word)) return 'passwordTooCommon'
  const names = [owner.username, owner.email, owner.email?.split('@')[0]]
  const holds = (name: string | undefined | null) =>
    name && word.includes(folded(name)) && word.length - folded(name).length < BESIDE_NAME_LEAST
  return names.some(holds) ? 'passwordHoldsName' : null
}

/** The failure of a call whose field `path` has this password; null if it may be used. */
export function weakPassword(path: string, password: string, owner: Owner): AppError | null {
  const code = weaknessOf(password, owner)
  return code && new AppError('request.invalid', { errors: [{ path, code }] })
}

/** The same for a password that was in a data breach, if the operator gave a list; not within a transaction. */
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

/** Such as abcdef and 987654. */
function isRun(word: string): boolean {
  return [1, -1].some((step) =>
    [...word].every((_, index) => index === 0 || word.charCodeAt(index) - word.charCodeAt(index - 1) === step),
  )
}
