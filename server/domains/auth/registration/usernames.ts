import { randomInt } from 'node:crypto'
import { cut, cutShown } from '#contract/bounded.ts'
import { DISPLAY_NAME_MAX_CHARS } from '#contract/limits.ts'
import { DisplayName, Username } from '#contract/primitives.ts'
import { isReserved } from '../../users/username-keys.ts'

const BASE_MAX_CHARS = 30
const NUMBERED_TRIES = 8

/** Suggests usernames for a person from a provider: from the name, else from the address, then with numbers. */
export function usernamesFor(profile: { name: string; email: string | null }): string[] {
  const base = [profile.name, profile.email?.split('@')[0] ?? '']
    .map(plainName)
    .find((name) => Username.safeParse(name).success && !isReserved(name))
  const numbered = Array.from({ length: NUMBERED_TRIES }, (_, index) => {
    const digits = 3 + Math.floor(index / 2)
    return `${base ?? 'user'}${randomInt(10 ** (digits - 1), 10 ** digits)}`
  })
  return base ? [base, ...numbered] : numbered
}

/** Converts to lower case without diacritics, so that the name can be typed on any keyboard. */
function plainName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[đĐ]/g, 'd')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '.')
  return cut(plain, BASE_MAX_CHARS).replace(/^\.+|\.+$/g, '')
}

/** Returns the provider's name if it is a valid display name, otherwise the username. */
export function displayNameOf(name: string, username: string): string {
  return DisplayName.safeParse(cutShown(name, DISPLAY_NAME_MAX_CHARS)).data ?? username
}
