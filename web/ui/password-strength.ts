import { lengthOf } from '#contract/bounded.ts'

/** The most common passwords. A list of all leaked ones would be larger than the page. */
const COMMON = /^(?:123456\d*|password\d*|qwerty\w*|abc123|iloveyou|111111|matkhau\d*|admin\d*|letmein|meme\w*)$/i

/**
 * Estimates how hard a password is to guess, 0 (empty) to 4, mainly by length. Only a hint for the user; the contract has the
 * rules.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const length = lengthOf(password)
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const varied = new Set(password).size
  if (length < 8 || COMMON.test(password) || varied < 4) return 1
  if (length >= 16 || (length >= 12 && kinds >= 3)) return 4
  return length >= 12 || (length >= 10 && kinds >= 3) ? 3 : 2
}
