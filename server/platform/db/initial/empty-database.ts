import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, zstdDecompress } from 'node:zlib'

/** The version of PGlite that made the files: another one may lay them out differently. */
const MADE_BY = '0.5.14'
const ARCHIVE = new URL(`./pglite-${MADE_BY}.tar.zst`, import.meta.url)
/** Copies of the same tables lie megabytes apart in the archive. */
const WINDOW_LOG = 26

const BLOCK = 512
const MODE = { folder: 0o700, file: 0o600 }

/** A tar archive of the files of a database in which nothing was done yet. */
export async function readEmptyDatabase(): Promise<ArrayBuffer> {
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG }
  return new Uint8Array(await promisify(zstdDecompress)(await readFile(ARCHIVE), { params })).buffer
}

/**
 * Makes a new embedded database in a folder that is not there yet, as `initdb` would, which takes seconds of processor. The folder
 * appears with everything in it, so that a start which is cut short leaves none.
 */
export async function createDatabaseFiles(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const part = `${folder}.new`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true, mode: MODE.folder })
  for (const { name, isFolder, content } of entriesOf(Buffer.from(await readEmptyDatabase()))) {
    const target = path.join(part, name)
    if (isFolder) await mkdir(target, { recursive: true, mode: MODE.folder })
    else {
      await mkdir(path.dirname(target), { recursive: true, mode: MODE.folder })
      await writeFile(target, content, { mode: MODE.file })
    }
  }
  await rename(part, folder)
}

/** Of the archive that comes with this version, which has short names and no links. */
function* entriesOf(tar: Buffer): Generator<{ name: string; isFolder: boolean; content: Buffer }> {
  const text = (from: number, length: number) => {
    const end = tar.indexOf(0, from)
    return tar.toString('latin1', from, end < 0 ? from + length : Math.min(end, from + length))
  }
  for (let at = 0; tar[at]; ) {
    const [name, size] = [text(at, 100), Number.parseInt(text(at + 124, 12), 8) || 0]
    const from = at + BLOCK
    yield { name, isFolder: text(at + 156, 1) === '5', content: tar.subarray(from, from + size) }
    at = from + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** Where `npm run database:empty` writes. */
export const emptyDatabasePath: string = fileURLToPath(ARCHIVE)
