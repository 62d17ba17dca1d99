import type { Deps } from '#server/platform/deps.ts'
import { findPublicFile } from './find-public-file.ts'

const CONTENT_MAX_BYTES = 48 * 1024 * 1024
/** Maximum size of cached content; larger files are read from storage each time. */
const CACHED_CONTENT_MAX_BYTES = 96 * 1024

export interface PublicFile {
  bytes: number
  mime: string
  /** The whole file, if cached. */
  content?: Buffer
}

/** Charged per entry besides its content, so that at most about 20,000 entries fit. */
const ENTRY_BYTES = 2500

/**
 * Caches which stored files are public, with the content of small ones. The files most recently used fit into 48 MiB. Emptied
 * when any node hides, blocks or deletes a file.
 */
export function createPublicFiles(deps: Pick<Deps, 'db' | 'caches'>) {
  const cache = deps.caches.open<PublicFile>({
    name: 'public-files',
    max: CONTENT_MAX_BYTES,
    sizeOf: ({ content }) => ENTRY_BYTES + (content?.length ?? 0),
    topics: ['filesHidden'],
  })
  return {
    /** Returns a public file, or null if there is none. Throws meme.removed. */
    async find(key: string): Promise<PublicFile | null> {
      const known = cache.get(key)
      if (known) return known
      const era = cache.era()
      const found = await findPublicFile(deps, key)
      if (found) cache.set(key, found, era)
      return found
    },

    /** Caches the content of a file that `find` returned, unless the cache was emptied since. */
    cacheContent(key: string, file: PublicFile, content: Buffer): void {
      if (cache.peek(key) === file) cache.set(key, { ...file, content }, cache.era())
    },

    contentMaxBytes: CACHED_CONTENT_MAX_BYTES,
  }
}
