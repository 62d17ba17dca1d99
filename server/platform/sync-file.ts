import { open } from 'node:fs/promises'

/** Makes the bytes of a file durable (fsync). */
export const syncFile = (file: string): Promise<void> => sync(file, 'r+')

/** Makes the names in a folder durable (fsync). Windows cannot open folders and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
