import { BULK_MAX_FILES } from '#contract/limits.ts'
import { deleteCache, openCache } from '../lib/cache-storage.ts'
import { SHARED_CACHE, SHARED_LINK_KEY } from './protocol.ts'

/** Stores pictures, or a link without pictures, until a page reads them. Replaces the previous content. */
export async function storeShared(files: readonly File[], link?: string): Promise<void> {
  await forgetShared()
  const cache = await openCache(SHARED_CACHE)
  for (const [index, file] of files.slice(0, BULK_MAX_FILES).entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) }
    await cache.put(`/shared/${index}`, new Response(file, { headers }))
  }
  if (files.length === 0 && link) await cache.put(SHARED_LINK_KEY, new Response(link))
}

export const forgetShared = async (): Promise<void> => {
  await deleteCache(SHARED_CACHE)
}
