import { deleteCache, findCached, openCache } from '../lib/cache-storage.ts'
import { CACHED_HEADER } from '../lib/cached-header.ts'
import { dropPictures, forgetPictures } from './cached-pictures.ts'
import { RESPONSES_CACHE } from './protocol.ts'
import { sameUserCheck } from './sign-outs.ts'

/** Cached API paths: lists, memes and users. Settings, sessions and tokens are never cached. */
const CACHED_PATHS = [
  /^\/api\/(recommendation-feed|tags|trending-memes|config|templates)$/,
  /^\/api\/feed\/(new|following)$/,
  /^\/api\/(tags|template)\/[^/]+(\/memes)?$/,
  /^\/api\/vector-search\/text$/,
  /^\/api\/meme\/([\da-f-]{36}(\/remixes)?|user\/[^/]+|recommend\/by-image)$/,
  /^\/api\/user\/meme\/(album|frequent)\/[^/]+$/,
  /^\/api\/albums(\/[^/]+(\/memes)?)?$/,
  /^\/api\/users\/[^/]+(\/(followers|following|albums|history))?$/,
]
/** Lists of an album's memes. Their pictures are also cached, whether or not they were shown. */
const ALBUM = /^\/api\/(user\/meme\/album\/[^/]+|albums\/[^/]+\/memes)$/
/** Requests for a single meme. */
const MEME = /^\/api\/meme\/([\da-f-]{36})(\/|$)/
export const RESPONSES_MAX = 300

export const isCacheableResponse = ({ pathname }: URL): boolean =>
  CACHED_PATHS.some((pattern) => pattern.test(pathname))
export const isAlbum = ({ pathname }: URL): boolean => ALBUM.test(pathname)

/**
 * Returns the cache key. Members get different responses, so each has their own entries. The digest avoids storing their tokens
 * in the cache.
 */
async function keyOf(request: Request): Promise<string> {
  const { authorization } = Object.fromEntries(request.headers)
  if (!authorization) return request.url
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization))
  const member = [...new Uint8Array(digest).slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const url = new URL(request.url)
  url.searchParams.set('kept-for', member)
  return url.href
}

/** Statuses that mean the content does not exist for this user, as opposed to a busy server or a required step such as login. */
const GONE = new Set([403, 404, 410, 451])

/** Returns the server's response; while offline, the cached one. */
export async function fetchOrCached(
  request: Request,
  {
    onFresh,
    waitUntil,
  }: { onFresh: (response: Response) => Promise<void>; waitUntil: (work: Promise<unknown>) => void },
): Promise<Response> {
  const isStillHere = sameUserCheck()
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    const cached = await findCached(RESPONSES_CACHE, await keyOf(request))
    if (cached) return marked(cached)
    throw error
  }
  if (response.status === 200)
    waitUntil(Promise.all([keep(request, response.clone(), isStillHere), onFresh(response.clone())]))
  else if (GONE.has(response.status)) waitUntil(drop(request))
  // The site is now for members only: strangers must not see responses that were stored while it was public.
  else if (response.status === 401 && !request.headers.has('authorization'))
    waitUntil(Promise.all([deleteCachedResponses(), forgetPictures()]))
  return response
}

function marked(cached: Response): Response {
  const headers = new Headers(cached.headers)
  headers.set(CACHED_HEADER, '1')
  return new Response(cached.body, { status: cached.status, headers })
}

/** Caches the newest responses and evicts the oldest; `keys` is in insertion order. */
async function keep(request: Request, response: Response, isStillHere: () => boolean): Promise<void> {
  const key = await keyOf(request)
  const cache = await openCache(RESPONSES_CACHE)
  await cache.delete(key, { ignoreVary: true })
  // A deletion after this check is harmless: the entry goes into the deleted cache and disappears with it.
  if (!isStillHere()) return
  await cache.put(key, response)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - RESPONSES_MAX)))
    await cache.delete(old, { ignoreVary: true })
}

/**
 * Deletes the cached response of a URL. For a meme that no longer exists, also deletes all responses that contain it, and its
 * pictures.
 */
async function drop(request: Request): Promise<void> {
  const cache = await openCache(RESPONSES_CACHE)
  await cache.delete(await keyOf(request), { ignoreVary: true })
  const meme = MEME.exec(new URL(request.url).pathname)?.[1]
  if (!meme) return
  const pictures = new Set<string>()
  for (const cached of await cache.keys()) {
    const text = (await (await cache.match(cached, { ignoreVary: true }))?.text()) ?? ''
    if (!text.includes(meme)) continue
    for (const url of picturesOf(JSON.parse(text), meme)) pictures.add(url)
    await cache.delete(cached, { ignoreVary: true })
  }
  await dropPictures([...pictures])
}

/** Returns the URLs of a meme's pictures, wherever in the response they occur. */
function picturesOf(answer: unknown, meme: string): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const { _id, image } = answer as { _id?: unknown; image?: unknown }
  const own = _id === meme && typeof image === 'object' && image !== null ? Object.values(image) : []
  return [
    ...own.filter((value): value is string => typeof value === 'string' && value.startsWith('/media/')),
    ...Object.values(answer).flatMap((part) => picturesOf(part, meme)),
  ]
}

export const deleteCachedResponses = (): Promise<boolean> => deleteCache(RESPONSES_CACHE)
