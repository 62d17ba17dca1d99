import type { Deps } from '#server/platform/deps.ts'
import { findPublicFile } from './find-public-file.ts'

/** Channel that the triggers on the table of files notify. */
const HIDDEN_FILES_CHANNEL = 'hidden_files'
const FILES_MAX = 20_000
const CONTENT_MAX_BYTES = 48 * 1024 * 1024
/** Maximum size of cached content; larger files are read from storage each time. */
const KEPT_CONTENT_MAX_BYTES = 96 * 1024

export interface PublicFile {
  bytes: number
  mime: string
  /** The whole file, if cached. */
  content?: Buffer
}

/**
 * Caches which stored files are public: the 20,000 most recently used, with up to 48 MiB of content of small ones. Clears
 * everything when any node hides, blocks or deletes a file, and caches nothing while this node cannot receive those
 * notifications.
 */
export function createPublicFiles(deps: Pick<Deps, 'db' | 'listen'>) {
  // Ordered by use; the most recently used entry is last.
  const kept = new Map<string, PublicFile>()
  let contentBytes = 0
  let isListening = false
  /** Incremented on every clear, to detect queries that were in flight at that moment. */
  let version = 0
  let listening: { close(): Promise<void> } | undefined

  const forget = () => {
    version += 1
    kept.clear()
    contentBytes = 0
  }
  const listens = () => {
    isListening = true
  }
  const drop = (key: string) => {
    contentBytes -= kept.get(key)?.content?.length ?? 0
    kept.delete(key)
  }
  const keep = (key: string, file: PublicFile) => {
    drop(key)
    kept.set(key, file)
    contentBytes += file.content?.length ?? 0
    for (const oldest of kept.keys()) {
      if (kept.size <= FILES_MAX && contentBytes <= CONTENT_MAX_BYTES) break
      drop(oldest)
    }
  }

  return {
    async open(): Promise<void> {
      listening = await deps.listen(HIDDEN_FILES_CHANNEL, forget, listens, () => {
        isListening = false
        forget()
      })
      listens()
    },

    /** Returns a public file, or null if there is none. Throws meme.removed. */
    async find(key: string): Promise<PublicFile | null> {
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const before = version
      const found = await findPublicFile(deps, key)
      if (found && isListening && before === version) keep(key, found)
      return found
    },

    /** Caches the content of a file that `find` returned, unless the cache was cleared since. */
    keepContent(key: string, file: PublicFile, content: Buffer): void {
      if (kept.get(key) === file) keep(key, { ...file, content })
    },

    contentMaxBytes: KEPT_CONTENT_MAX_BYTES,

    async close(): Promise<void> {
      isListening = false
      forget()
      await listening?.close()
    },
  }
}
