import { statfs } from 'node:fs/promises'

/** Returns the free space for this account and the size of a folder's volume; undefined where the system does not report it. */
export async function diskSpace(folder: string): Promise<{ free: number; total: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return undefined
  }
}
