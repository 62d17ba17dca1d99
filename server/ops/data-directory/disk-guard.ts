import { statfs } from 'node:fs/promises'
import type { Config } from '../../platform/config/config.ts'
import { AppError } from '../../platform/errors.ts'

const FRESH_MS = 2000

/** Rejects uploads while the disk of DATA_DIR is low on space: throws upload.diskFull. Checks at most every two seconds. */
export function diskGuard({ dataDir, freeDiskMinBytes }: Pick<Config, 'dataDir' | 'freeDiskMinBytes'>) {
  let kept: { until: number; free: Promise<number> } | undefined
  return async (): Promise<void> => {
    if (freeDiskMinBytes === 0) return
    if (!kept || kept.until < Date.now()) kept = { until: Date.now() + FRESH_MS, free: freeBytes(dataDir) }
    if ((await kept.free) < freeDiskMinBytes) throw new AppError('upload.diskFull')
  }
}

/** Free space for this account; infinite where the system does not report it, so that no upload is rejected by mistake. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
