let mediaUrl = ''

/** Only picture types: never SVG or anything else that a browser would execute. */
const KEY = /^[0-9a-f]{40}\.(?:webp|jpg|png|gif|avif)$/

/** Whether a name can be that of a stored picture. */
export const isMediaKey = (name: string): boolean => KEY.test(name)

/** Called once at start: the address, without a slash at its end, that a content network serves /media/ of this site under. */
export function serveMediaFrom(address: string | undefined): void {
  mediaUrl = address ?? ''
}

/** The path under which a stored picture is served, or its address at the content network; null where there is none. */
export function mediaPath(key: string): string
export function mediaPath(key: string | null): string | null
export function mediaPath(key: string | null): string | null {
  return key === null ? null : `${mediaUrl}/media/${key}`
}
