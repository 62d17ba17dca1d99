let mediaUrl = ''

/** Picture types only: never SVG or other types that a browser would execute. */
const KEY = /^[0-9a-f]{40}\.(?:webp|jpg|png|gif|avif)$/

/** Returns true if a name has the format of a stored picture's name. */
export const isMediaKey = (name: string): boolean => KEY.test(name)

/** Returns the name of a stored picture from its path or URL, the reverse of `mediaPath`. */
export const mediaKeyOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

/** Sets the CDN address, without a trailing slash, that serves this site's /media/. Call it once at startup. */
export function serveMediaFrom(address: string | undefined): void {
  mediaUrl = address ?? ''
}

/** Returns the path of a stored picture, or its URL at the CDN; null without a picture. */
export function mediaPath(key: string): string
export function mediaPath(key: string | null): string | null
export function mediaPath(key: string | null): string | null {
  return key === null ? null : `${mediaUrl}/media/${key}`
}
