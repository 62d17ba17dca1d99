import { KEPT_HEADER } from '../lib/kept-header.ts'
import { ANSWERS_CACHE } from './protocol.ts'

/** Lists, memes and people; nothing of settings, sessions or tokens. */
const KEPT = [
  /^\/api\/(recommendation-feed|tags|trending-memes|config|templates)$/,
  /^\/api\/feed\/(new|following)$/,
  /^\/api\/(tags|template)\/[^/]+(\/memes)?$/,
  /^\/api\/vector-search\/text$/,
  /^\/api\/meme\/([\da-f-]{36}(\/remixes)?|user\/[^/]+|recommend\/by-image)$/,
  /^\/api\/user\/meme\/(album|frequent)\/[^/]+$/,
  /^\/api\/albums(\/[^/]+(\/memes)?)?$/,
  /^\/api\/users\/[^/]+(\/(followers|following|albums|history))?$/,
]
/** The memes of an album, whose pictures are kept too, whether they were shown or not. */
const ALBUM = /^\/api\/(user\/meme\/album\/[^/]+|albums\/[^/]+\/memes)$/
export const ANSWERS_MAX = 300

export const isKeptAnswer = ({ pathname }: URL): boolean => KEPT.some((pattern) => pattern.test(pathname))
export const isAlbum = ({ pathname }: URL): boolean => ALBUM.test(pathname)

/** Members' answers differ, so each has entries of its own; the digest keeps their tokens out of the cache. */
async function keyOf(request: Request): Promise<string> {
  const { authorization } = Object.fromEntries(request.headers)
  if (!authorization) return request.url
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization))
  const member = [...new Uint8Array(digest).slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const url = new URL(request.url)
  url.searchParams.set('kept-for', member)
  return url.href
}

/** The server's answer; only without a connection, the last one that was kept. */
export async function answerOrKept(
  request: Request,
  {
    onFresh,
    waitUntil,
  }: { onFresh: (response: Response) => Promise<void>; waitUntil: (work: Promise<unknown>) => void },
): Promise<Response> {
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    const kept = await caches.match(await keyOf(request), { cacheName: ANSWERS_CACHE, ignoreVary: true })
    if (kept) return marked(kept)
    throw error
  }
  if (response.status === 200) waitUntil(Promise.all([keep(request, response.clone()), onFresh(response.clone())]))
  return response
}

function marked(kept: Response): Response {
  const headers = new Headers(kept.headers)
  headers.set(KEPT_HEADER, '1')
  return new Response(kept.body, { status: kept.status, headers })
}

/** The newest are kept; `keys` lists the oldest first. */
async function keep(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(ANSWERS_CACHE)
  const key = await keyOf(request)
  await cache.delete(key, { ignoreVary: true })
  await cache.put(key, response)
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - ANSWERS_MAX))) await cache.delete(old, { ignoreVary: true })
}

export const forgetAnswers = (): Promise<boolean> => caches.delete(ANSWERS_CACHE)
