import { deleteCache, findCached, openCache } from '../lib/cache-storage.ts'
import { PICTURES_CACHE as CACHE } from './protocol.ts'
import { sameUserCheck } from './sign-outs.ts'

export const PICTURES_MAX_BYTES = 200 * 1024 * 1024

/** Returns a cached picture without asking the server: file names are content hashes, so the cache is never outdated. */
export async function pictureOrCached(
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const isStillHere = sameUserCheck()
  const cached = await findCached(CACHE, request.url)
  if (cached) return cached
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    // A picture that arrived just before the connection was lost may still be being written.
    await last
    const late = await findCached(CACHE, request.url)
    if (late) return late
    throw error
  }
  if (response.status === 200) waitUntil(keep(request.url, response.clone(), isStillHere))
  return response
}

/** Caches the missing pictures, one after another. */
export async function cachePictures(urls: readonly string[]): Promise<void> {
  const isStillHere = sameUserCheck()
  for (const url of urls) {
    if (!isStillHere()) return
    if (await findCached(CACHE, url)) continue
    const response = await fetch(url).catch(() => null)
    if (response?.status === 200) await keep(url, response, isStillHere)
  }
}

/** Total bytes of cached pictures; null until computed. */
let total: number | null = null
let last: Promise<void> = Promise.resolve()

/** Caches pictures one at a time, so that the total is correct. Evicts the oldest above the limit or when the disk is full. */
function keep(url: string, response: Response, isStillHere: () => boolean): Promise<void> {
  last = last
    .then(async () => {
      const bytes = sizeOf(response)
      if (bytes === 0 || bytes > PICTURES_MAX_BYTES) return
      const cache = await openCache(CACHE)
      total ??= await addUp(cache)
      if (await cache.match(url, { ignoreVary: true })) return
      await dropOldest(cache, PICTURES_MAX_BYTES - bytes)
      // A deletion after this check is harmless: the entry goes into the deleted cache and disappears with it.
      if (!isStillHere()) return
      try {
        await cache.put(url, response)
        total += bytes
      } catch {
        await dropOldest(cache, total / 2)
      }
    })
    .catch(() => {
      total = null
    })
  return last
}

export async function forgetPictures(): Promise<void> {
  await deleteCache(CACHE)
  await recount()
}

export async function dropPictures(urls: readonly string[]): Promise<void> {
  const cache = await openCache(CACHE)
  for (const url of urls) await cache.delete(url, { ignoreVary: true })
  await recount()
}

/** Recomputes the total after pending writes. */
function recount(): Promise<void> {
  last = last.then(() => {
    total = null
  })
  return last
}

async function dropOldest(cache: Cache, maxBytes: number): Promise<void> {
  if (total === null || total <= maxBytes) return
  for (const request of await cache.keys()) {
    if (total <= maxBytes) return
    const found = await cache.match(request, { ignoreVary: true })
    if (await cache.delete(request, { ignoreVary: true })) total -= found ? sizeOf(found) : 0
  }
}

async function addUp(cache: Cache): Promise<number> {
  let bytes = 0
  for (const request of await cache.keys()) {
    const found = await cache.match(request, { ignoreVary: true })
    bytes += found ? sizeOf(found) : 0
  }
  return bytes
}

const sizeOf = (response: Response) => Number(response.headers.get('content-length')) || 0
