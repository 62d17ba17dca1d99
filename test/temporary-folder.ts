import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface TemporaryFolder {
  path: string
  remove(): Promise<void>
}

/** A temporary folder for one test. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-'))
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
