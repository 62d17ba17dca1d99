import { createReadStream } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Reason, readText, Skipped } from './import-item.ts'

export interface TreeFolder {
  /** Names of the folders that lead here. */
  path: string[]
  files: string[]
  /** Entries that are not read. */
  others: { name: string; reason: Reason }[]
}

/** The files of a folder or an archive. Paths have slashes and are relative. */
export interface FileTree {
  kind: string
  /** Yields folders one at a time. */
  folders(): AsyncIterable<TreeFolder>
  /** @throws Skipped if there is no such file, or if it lies elsewhere */
  open(file: string): Promise<AsyncIterable<Buffer>>
  close(): Promise<void>
}

/** Reads the files of a folder, and no others: the content may be untrusted. */
export function folderTree(root: string): FileTree {
  return {
    kind: 'a folder',
    folders: () => walk(root, []),
    async open(file) {
      const found = await realpath(path.join(root, file)).catch(() => null)
      if (found === null) throw new Skipped('missing file', file)
      if (!found.startsWith(`${await realpath(root)}${path.sep}`)) throw new Skipped('outside of the source', file)
      // Opening a pipe would wait forever.
      if (!(await stat(found)).isFile()) throw new Skipped('missing file', file)
      return chunksOf(found)
    },
    close: async () => {},
  }
}

/** Closes the file when the consumer stops early, unlike a stream that `receivePicture` reads. */
async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file) as AsyncIterable<Buffer>
}

async function* walk(root: string, inner: string[]): AsyncGenerator<TreeFolder> {
  const folder: TreeFolder = { path: inner, files: [], others: [] }
  const folders: string[] = []
  for await (const entry of await opendir(path.join(root, ...inner))) {
    const { name } = entry
    if (name.startsWith('.')) folder.others.push({ name, reason: 'hidden' })
    else if (entry.isDirectory()) folders.push(name)
    else if (entry.isFile()) folder.files.push(name)
    // Links are not followed: they may form cycles or lead out of the folder.
    else folder.others.push({ name, reason: entry.isSymbolicLink() ? 'outside of the source' : 'unsupported type' })
  }
  // The order of a directory depends on the file system.
  folder.files.sort()
  folder.others.sort((one, other) => (one.name < other.name ? -1 : 1))
  yield folder
  for (const name of folders.toSorted()) yield* walk(root, [...inner, name])
}

/** @throws if the file is larger than `maxBytes` or cannot be read */
export async function readFrom(tree: FileTree, file: string, maxBytes: number): Promise<string> {
  return readText(await tree.open(file), maxBytes, `${file} is larger than ${maxBytes} bytes`)
}
