/** The canonical URL of a call, independent of the order of query parameters: `/api/trending-memes?limit=15&period=24h`. */
export function callAddress(path: string, query: Record<string, unknown>): string {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .sort()
  return given.length > 0 ? `/api${path}?${given.join('&')}` : `/api${path}`
}

/** Fills the parameters in the path of a call, such as `/users/{id}`. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
