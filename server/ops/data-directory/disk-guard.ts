import type { Config } from '../../platform/config/config.ts'
import { diskSpace } from '../../platform/disk-space.ts'
import { AppError } from '../../platform/errors.ts'

const FRESH_MS = 2000

/** Rejects uploads while the disk of DATA_DIR is low on space: throws upload.diskFull. Checks at most every two seconds. */
export function diskGuard({ dataDir, freeDiskMinBytes }: Pick<Config, 'dataDir' | 'freeDiskMinBytes'>) {
  let cached: { readAt: number; free: Promise<number> } | undefined
  return async (): Promise<void> => {
    if (freeDiskMinBytes === 0) return
    // The system's time can jump.
    const now = performance.now()
    if (!cached || now - cached.readAt > FRESH_MS) cached = { readAt: now, free: freeBytes(dataDir) }
    if ((await cached.free) < freeDiskMinBytes) throw new AppError('upload.diskFull')
  }
}

/** Infinite where the system does not report it, so that no upload is rejected by mistake. */
const freeBytes = async (folder: string): Promise<number> => (await diskSpace(folder))?.free ?? Number.POSITIVE_INFINITY
