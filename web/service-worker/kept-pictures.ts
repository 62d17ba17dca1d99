const CACHE = 'pictures'
export const PICTURES_MAX_BYTES = 200 * 1024 * 1024

/** Named by content, so one that is kept is always right. */
export async function pictureOrKept(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = await caches.match(request.url, { cacheName: CACHE, ignoreVary: true })
  if (kept) return kept
  let response: Response
  try {
    response = await fetch(request)
  } catch (error) {
    // It may have come a moment before the connection went, and still be on its way to the disk.
    await last
    const late = await caches.match(request.url, { cacheName: CACHE, ignoreVary: true })
    if (late) return late
    throw error
  }
  if (response.status === 200) waitUntil(keep(request.url, response.clone()))
  return response
}

/** Fetches those that are not kept yet, one after another. */
export async function keepPictures(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    if (await caches.match(url, { cacheName: CACHE, ignoreVary: true })) continue
    const response = await fetch(url).catch(() => null)
    if (response?.status === 200) await keep(url, response)
  }
}

/** Of all kept pictures; null until they have been added up. */
let total: number | null = null
let last: Promise<void> = Promise.resolve()

/** One at a time, so that the total is right. Above the limit, or where the disk is full, the oldest go. */
function keep(url: string, response: Response): Promise<void> {
  last = last
    .then(async () => {
      const bytes = sizeOf(response)
      if (bytes === 0 || bytes > PICTURES_MAX_BYTES) return
      const cache = await caches.open(CACHE)
      total ??= await addUp(cache)
      if (await cache.match(url, { ignoreVary: true })) return
      await dropOldest(cache, PICTURES_MAX_BYTES - bytes)
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
