/** The path under which a stored picture is served; null where there is none. */
export function mediaPath(key: string): string
export function mediaPath(key: string | null): string | null
export function mediaPath(key: string | null): string | null {
  return key === null ? null : `/media/${key}`
}
