import type { Connection } from './connection.ts'

/** The fields in use of a meme in the site's responses. */
export interface FoundMeme {
  _id: string
  name: string
  altText: string
  sensitive: boolean
  image: {
    imageOrigin: string
    imageMedium: string
    imageSmall: string
    width: number
    height: number
    animated: boolean
  }
}

/** Results shown at once. */
const RESULTS_MAX = 12

/** The site refused the access token: it was revoked, or the account is suspended. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

async function call<T>({ site, token }: Connection, path: string, init: RequestInit = {}): Promise<T> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...init.headers }
  const response = await fetch(`${site}/api${path}`, { ...init, headers, credentials: 'omit' })
  if (response.status === 401 || response.status === 403) throw new RefusedError(`${path} answered ${response.status}`)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return ((await response.json()) as { data: T }).data
}

/** The username of the member with this token. Throws RefusedError. */
export async function usernameOf(connection: Connection): Promise<string> {
  return (await call<{ username: string }>(connection, '/users/me')).username
}

export function searchMemes(connection: Connection, words: string, signal: AbortSignal): Promise<FoundMeme[]> {
  const query = new URLSearchParams({ q: words, limit: String(RESULTS_MAX) })
  return call(connection, `/vector-search/text?${query}`, { signal })
}

/** Counts the copy, as the site does. */
export async function recordCopy(connection: Connection, memeId: string): Promise<void> {
  await call(connection, '/user-action', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ memeId, action: 'copy', metadata: { sourceType: 'search' } }),
  })
}

/** Fetches a picture. The token, which sites for members only require, goes to no other host, such as one for media. */
export async function fetchPicture({ site, token }: Connection, path: string, signal?: AbortSignal): Promise<Blob> {
  const url = new URL(path, site)
  const headers: HeadersInit = url.origin === site ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(url, { headers, credentials: 'omit', ...(signal && { signal }) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.blob()
}
