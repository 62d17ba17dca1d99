import path from 'node:path'
import { FILES_AT_ONCE, inParallel } from '../../platform/in-parallel.ts'
import { digestFile } from './lines.ts'
import { listPictures } from './make-backup.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type BackupPictures, folderPictures, isContent } from './store-pictures.ts'

export interface Verified {
  manifest: Manifest
  /** Missing or changed files of rows, uploads and settings; without them the state cannot be restored. */
  brokenFiles: string[]
  /** Missing or changed pictures, by name. */
  brokenPictures: Map<string, 'missing' | 'damaged'>
}

const PROGRESS_EVERY = 100

export interface VerifyOptions {
  state?: string | undefined
  /** Storage of the pictures. Default: the backup's folder. */
  pictures?: BackupPictures | undefined
  onProgress?: (line: string) => void
  signal?: AbortSignal | undefined
}

/**
 * Reads every byte of a state and compares it with the checksums.
 * @throws a one-line error if there is no complete backup
 */
export async function verifyBackup(folder: string, options: VerifyOptions = {}): Promise<Verified> {
  const { pictures = folderPictures(folder) } = options
  const manifest = await readManifest(folder, options.state)
  const brokenFiles: string[] = []
  for (const file of manifest.files) {
    const found = await digestFile(path.join(folder, file.path))
    if (!found) brokenFiles.push(`${file.path} is missing`)
    else if (found.sha256 !== file.sha256) brokenFiles.push(`${file.path} is damaged`)
  }
  const brokenPictures = new Map<string, 'missing' | 'damaged'>()
  if (brokenFiles.length > 0) return { manifest, brokenFiles, brokenPictures }
  let done = 0
  await inParallel(listPictures(folder, manifest.state), FILES_AT_ONCE, async (picture) => {
    if (options.signal?.aborted) throw new Error('stopped')
    const found = await pictures.digest(picture.key)
    if (found && !isContent(picture.key, found, picture.bytes)) brokenPictures.set(picture.key, 'damaged')
    if (!found && !picture.isPending && !manifest.problems.some((problem) => problem.includes(picture.key)))
      brokenPictures.set(picture.key, 'missing')
    done += 1
    if (done % PROGRESS_EVERY === 0) options.onProgress?.(`${done} of ${manifest.pictures.count} picture files`)
  })
  return { manifest, brokenFiles, brokenPictures }
}
