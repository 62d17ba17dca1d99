const CACHE_MAX = 3000
const colors = new Map<string, string>()

/**
 * Returns the average color of the picture. Only reads an array, so it is cheap enough for every tile. Empty for a damaged hash.
 */
export function averageColor(hash: string): string {
  return remember(colors, hash, () => {
    const [first, second, third] = hashBytes(hash)
    if (first === undefined || second === undefined || third === undefined) return ''
    // Same decoding as the lazily loaded `thumbhash` package: three means of six bits each.
    const header = first | (second << 8) | (third << 16)
    const luminance = (header & 63) / 63
    const yellowBlue = ((header >> 6) & 63) / 31.5 - 1
    const redGreen = ((header >> 12) & 63) / 31.5 - 1
    const blue = luminance - (2 / 3) * yellowBlue
    const red = (3 * luminance - blue + redGreen) / 2
    const parts = [red, red - redGreen, blue].map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255))
    return `rgb(${parts.join(' ')})`
  })
}

/** Memoizes `make` by hash; empty if it throws. */
export function remember(kept: Map<string, string>, hash: string, make: () => string): string {
  const known = kept.get(hash)
  if (known !== undefined) return known
  let made = ''
  try {
    made = make()
  } catch {
    // Ignore errors of a placeholder: the picture itself follows.
  }
  if (kept.size >= CACHE_MAX) kept.clear()
  kept.set(hash, made)
  return made
}

export const hashBytes = (hash: string): Uint8Array => Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0))
