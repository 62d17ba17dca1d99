/** The address of a call, however its query was put together: `/api/trending-memes?limit=15&period=24h`. */
export function callAddress(path: string, query: Record<string, unknown>): string {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .sort()
  return given.length > 0 ? `/api${path}?${given.join('&')}` : `/api${path}`
}
