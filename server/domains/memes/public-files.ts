import type { Deps } from '#server/platform/deps.ts'
import { findPublicFile } from './find-public-file.ts'

/** The channel of triggers on the table of files. */
const HIDDEN_FILES_CHANNEL = 'hidden_files'
const FILES_MAX = 20_000
const CONTENT_MAX_BYTES = 48 * 1024 * 1024
/** Larger pictures are read from the storage each time. */
const KEPT_CONTENT_MAX_BYTES = 96 * 1024

export interface PublicFile {
  bytes: number
  mime: string
  /** The whole file, where it is kept. */
  content?: Buffer
}

/**
 * Which stored files are public, in memory: the 20,000 asked for last, and of the small ones 48 MiB of content. Everything is
 * forgotten when some file was hidden, blocked or deleted on any node, and nothing is kept while this node cannot hear of that.
 */
export function createPublicFiles(deps: Pick<Deps, 'db' | 'listen'>) {
  // The one asked for last is at the end.
  const kept = new Map<string, PublicFile>()
  let contentBytes = 0
  let isListening = false
  /** Tells answers that were on their way when something was hidden. */
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

    /** Null if there is no such file for the public. Throws meme.removed. */
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

    /** Keeps the content of a file that `find` answered, unless something was hidden since. */
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
