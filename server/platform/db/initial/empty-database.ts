import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, zstdDecompress } from 'node:zlib'

/** The PGlite version that created the files; other versions may use a different layout. */
const MADE_BY = '0.5.14'
const ARCHIVE = new URL(`./pglite-${MADE_BY}.tar.zst`, import.meta.url)
/** A large window, because copies of the same tables are megabytes apart in the archive. */
const WINDOW_LOG = 26

const BLOCK = 512
const MODE = { folder: 0o700, file: 0o600 }

/** Returns a tar archive of the files of a freshly created database. */
export async function readEmptyDatabase(): Promise<ArrayBuffer> {
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG }
  return new Uint8Array(await promisify(zstdDecompress)(await readFile(ARCHIVE), { params })).buffer
}

/**
 * Creates a new embedded database in a folder that does not exist yet, like `initdb`, which takes seconds of CPU time. The
 * folder appears complete, so that an interrupted start leaves none.
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

/** Yields the entries of the archive shipped with this version, which has short names and no links. */
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

/** Output path of `npm run database:empty`. */
export const emptyDatabasePath: string = fileURLToPath(ARCHIVE)
