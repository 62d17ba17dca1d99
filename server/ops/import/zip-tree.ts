import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { configure, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js'
import type { FileTree, TreeFolder } from './file-tree.ts'
import { Skipped } from './import-item.ts'

/** zip.js needs about a kilobyte for each. */
const ENTRIES_MAX = 50_000
const HIDDEN = /(^|\/)(\.|__MACOSX\/)/

/** Reads ranges of an open file, so that an archive of any size needs little memory. */
class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle

  constructor(file: FileHandle, size: number) {
    super(file)
    this.#file = file
    this.size = size
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
}

/**
 * Reads the files of a ZIP archive. Nothing is unpacked to a place that the archive names. If everything is in one folder, paths
 * begin inside it.
 * @throws a one-line error
 */
export async function zipTree(archive: string): Promise<FileTree> {
  configure({ useWebWorkers: false })
  const file = await open(archive, 'r')
  try {
    const entries = await entriesOf(
      new ZipReader(new FileReader(file, (await file.stat()).size), { checkSignature: true }),
    )
    const top = topFolderOf([...entries.keys()])
    return {
      kind: 'an archive',
      folders: () => foldersOf(entries, top),
      async open(name) {
        const entry = entries.get(top + name)
        if (!entry) throw new Skipped('missing file', name)
        if (entry.encrypted) throw new Skipped('unreadable', 'is encrypted')
        return unpack(entry)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    if (error instanceof TooMany) throw new Error(`${archive} has more than ${ENTRIES_MAX} files: unpack it first`)
    throw new Error(`${archive} is not a ZIP archive`, { cause: error })
  }
}

class TooMany extends Error {}

async function entriesOf(reader: ZipReader<unknown>): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>()
  for await (const entry of reader.getEntriesGenerator()) {
    if (entries.size >= ENTRIES_MAX) throw new TooMany()
    if (!entry.directory) entries.set(entry.filename, entry)
  }
  return entries
}

function topFolderOf(names: string[]): string {
  const shown = names.filter((name) => !HIDDEN.test(name))
  const [top = ''] = /^[^/]+\//.exec(shown[0] ?? '') ?? []
  return shown.every((name) => name.startsWith(top)) ? top : ''
}

async function* foldersOf(entries: ReadonlyMap<string, FileEntry>, top: string): AsyncGenerator<TreeFolder> {
  const folders = new Map<string, TreeFolder>()
  for (const name of entries.keys()) {
    const inner = name.startsWith(top) ? name.slice(top.length) : name
    const folderName = inner.includes('/') ? path.posix.dirname(inner) : ''
    const folder = folders.get(folderName) ?? { path: folderName.split('/').filter(Boolean), files: [], others: [] }
    folders.set(folderName, folder)
    const base = path.posix.basename(inner)
    if (HIDDEN.test(name)) folder.others.push({ name: base, reason: 'hidden' })
    else folder.files.push(base)
  }
  yield* folders.values()
}

/** Streams a file, so that a consumer with a limit unpacks no more than that. */
async function* unpack(entry: FileEntry): AsyncGenerator<Buffer> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const unpacked = entry.getData(writable).catch(async (error: unknown) => {
    await writable.abort(error).catch(() => {})
  })
  for await (const chunk of readable) yield Buffer.from(chunk)
  await unpacked
}
