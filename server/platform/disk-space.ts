import { statfs } from 'node:fs/promises'

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT'])

/** Returns true if a write failed because the disk or the account's quota on it is full. */
export const isDiskFull = (error: unknown): boolean => NO_SPACE.has(String((error as { code?: unknown } | null)?.code))

/** Returns the free space for this account and the size of a folder's volume; undefined where the system does not report it. */
export async function diskSpace(folder: string): Promise<{ free: number; total: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return undefined
  }
}
