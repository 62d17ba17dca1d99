import { statfs } from 'node:fs/promises'
import type { Config } from '../../platform/config/config.ts'
import { AppError } from '../../platform/errors.ts'

const FRESH_MS = 2000

/** Refuses uploads while the disk of DATA_DIR is short of space: throws upload.diskFull. Looks every two seconds at most. */
export function diskGuard({ dataDir, freeDiskMinBytes }: Pick<Config, 'dataDir' | 'freeDiskMinBytes'>) {
  let kept: { until: number; free: Promise<number> } | undefined
  return async (): Promise<void> => {
    if (freeDiskMinBytes === 0) return
    if (!kept || kept.until < Date.now()) kept = { until: Date.now() + FRESH_MS, free: freeBytes(dataDir) }
    if ((await kept.free) < freeDiskMinBytes) throw new AppError('upload.diskFull')
  }
}

/** Free for this account; infinite where the system does not say, so that nothing is refused by mistake. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
