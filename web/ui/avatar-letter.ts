const TINTS = 6

/** The letter shown instead of a missing picture. */
export const avatarLetter = (name: string): string => [...name][0]?.toLocaleUpperCase() ?? '?'

/** Returns a color that is stable for each name. */
export function avatarTint(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % TINTS
}
