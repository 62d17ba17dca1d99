import { SHARED_CACHE, SHARED_LINK_KEY } from '../service-worker/protocol.ts'
import { deleteCache, hasCache, hasCacheStorage, openCache } from './cache-storage.ts'

export interface Shared {
  files: File[]
  link: string | null
}

/** Returns content shared with the installed application, once. The service worker has stored it until now. */
export async function takeShared(): Promise<Shared> {
  const nothing: Shared = { files: [], link: null }
  if (!hasCacheStorage() || !(await hasCache(SHARED_CACHE))) return nothing
  const cache = await openCache(SHARED_CACHE)
  const shared = nothing
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (!response) continue
    if (new URL(request.url).pathname === SHARED_LINK_KEY) shared.link = await response.text()
    else shared.files.push(await fileOf(response))
  }
  await deleteCache(SHARED_CACHE)
  return shared
}

async function fileOf(response: Response): Promise<File> {
  const name = decodeURIComponent(response.headers.get('x-file-name') ?? '')
  const type = response.headers.get('content-type') ?? ''
  return new File([await response.blob()], name || 'picture', { type })
}
