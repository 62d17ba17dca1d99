import { createReadStream } from 'node:fs'
import { opendir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ImportItem, ImportSource } from './import-item.ts'

const PICTURE = /\.(jpe?g|png|gif|webp|avif)$/i
const CAPTION_MAX_BYTES = 20_000

/**
 * Imports all pictures of a folder and its subfolders. Names of subfolders become tags. Beside `cat.png`, `cat.txt` or
 * `cat.png.txt` may hold a caption: its first line is the name, the rest the description.
 */
export function folderSource(folder: string): ImportSource {
  return { kind: 'folder', items: () => walk(folder, []), close: async () => {} }
}

async function* walk(folder: string, tags: string[]): AsyncGenerator<ImportItem> {
  const folders: string[] = []
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) continue
    // Do not follow links: they may form cycles or lead out of the folder.
    if (entry.isDirectory()) folders.push(entry.name)
    else if (entry.isFile() && PICTURE.test(entry.name)) yield await itemOf(path.join(folder, entry.name), tags)
  }
  for (const name of folders.toSorted()) yield* walk(path.join(folder, name), [...tags, name])
}

async function itemOf(file: string, tags: string[]): Promise<ImportItem> {
  const caption = (await readCaption(`${file}.txt`)) ?? (await readCaption(file.replace(PICTURE, '.txt'))) ?? ''
  const [name = '', ...rest] = caption.split(/\r?\n/)
  return {
    label: file,
    fileName: path.basename(file),
    name,
    description: rest.join('\n'),
    tags,
    open: async () => createReadStream(file),
  }
}

async function readCaption(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => null)
  return found?.isFile() && found.size <= CAPTION_MAX_BYTES ? readFile(file, 'utf8') : undefined
}
