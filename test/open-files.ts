import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

export const modeOf = async (file: string): Promise<number> => (await lstat(file)).mode & 0o777

/** Returns the paths in a folder that group or others can access. */
export async function openFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true })
  // The database may remove files concurrently.
  const modeIfThere = (name: string) => modeOf(path.join(dir, name)).catch(() => 0)
  const modes = await Promise.all(names.map(async (name) => [name, await modeIfThere(name)] as const))
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([name]) => name)
}
