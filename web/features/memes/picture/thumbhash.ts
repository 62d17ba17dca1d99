import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash'

const KEPT_MAX = 3000
const colors = new Map<string, string>()
const urls = new Map<string, string>()

/** The colour that a picture is on the whole: an array read, cheap enough for every tile. Empty for a damaged hash. */
export function averageColor(hash: string): string {
  return remember(colors, hash, () => {
    const { r, g, b } = thumbHashToAverageRGBA(toBytes(hash))
    return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`
  })
}

/** The blurred picture as a data URL; some tenths of a millisecond of work, so after the first paint. */
export function blurredPicture(hash: string): string {
  return remember(urls, hash, () => thumbHashToDataURL(toBytes(hash)))
}

export const knownBlurredPicture = (hash: string): string | undefined => urls.get(hash)

function remember(kept: Map<string, string>, hash: string, make: () => string): string {
  const known = kept.get(hash)
  if (known !== undefined) return known
  let made = ''
  try {
    made = make()
  } catch {
    // A placeholder is worth no error: the picture itself follows.
  }
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(hash, made)
  return made
}

const toBytes = (hash: string): Uint8Array => Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0))
