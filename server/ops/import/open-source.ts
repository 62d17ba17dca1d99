import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { fetchPicture } from '../../domains/memes/fetch-picture.ts'
import type { Deps } from '../../platform/deps.ts'
import { booruSource } from './booru-source.ts'
import { type FileTree, folderTree } from './file-tree.ts'
import { immichSource } from './immich-source.ts'
import type { ImportSource } from './import-item.ts'
import { linksSource } from './links-source.ts'
import { ownExportSource } from './own-export-source.ts'
import { picturesSource } from './pictures-source.ts'
import { szurubooruSource } from './szurubooru-source.ts'
import { TELEGRAM_FILE, telegramSource } from './telegram-source.ts'
import { zipTree } from './zip-tree.ts'

const KEY_MAX_BYTES = 4096
const LINKS_MAX_BYTES = 64 * 1024 * 1024

export interface SourceOptions {
  /** The folder that relative paths begin at. */
  folder: string
  /** The system at an http or https address. */
  from?: string | undefined
  /** A file with the key of that system's API: as an argument, every process of the machine could read it. */
  keyFile?: string | undefined
  signal: AbortSignal
}

type SourceDeps = Pick<Deps, 'config' | 'db' | 'blobs'>

/** Opens an address, a folder by its files, or a file by its extension. @throws a one-line error */
export async function openSource(deps: SourceDeps, source: string, options: SourceOptions): Promise<ImportSource> {
  const fetchBytes = async (url: string) => (await fetchPicture(deps, url)).bytes
  if (/^https?:\/\//i.test(source)) return openSite(source, options, fetchBytes)
  if (options.from !== undefined || options.keyFile !== undefined)
    throw new Error('--from and --key-file are for an address that begins with http:// or https://')
  const file = path.resolve(options.folder, source)
  const found = await stat(file).catch(() => null)
  if (!found) throw new Error(`${file} does not exist`)
  if (found.isDirectory()) return openTree(folderTree(file))
  const extension = path.extname(file).toLowerCase()
  if (extension === '.zip') return openTree(await zipTree(file))
  if (extension === '.json') return booruSource(file, fetchBytes)
  if (extension !== '.txt') throw new Error(`${file} is neither a folder nor a .zip, .json or .txt file`)
  if (found.size > LINKS_MAX_BYTES) throw new Error(`${file} is larger than ${LINKS_MAX_BYTES} bytes: split it`)
  return linksSource(file, fetchBytes)
}

async function openSite(
  address: string,
  { folder, from, keyFile, signal }: SourceOptions,
  fetchBytes: (url: string) => Promise<Buffer>,
): Promise<ImportSource> {
  if (!URL.canParse(address)) throw new Error(`${address} is not an address`)
  const url = new URL(address)
  if (url.username || url.password) throw new Error('the address has a password: write it to a file for --key-file')
  const key = keyFile === undefined ? undefined : await readKey(path.resolve(folder, keyFile))
  if (from === 'immich') return immichSource(url, key, signal)
  if (from !== 'szurubooru') throw new Error(`--from has to name the system of ${url.origin}: szurubooru or immich`)
  const base = new URL(url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`, url)
  return szurubooruSource(base, key, fetchBytes, signal)
}

async function readKey(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => {
    throw new Error(`${file} cannot be read`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(KEY_MAX_BYTES), 0, KEY_MAX_BYTES, 0)
    const key = buffer.toString('utf8', 0, bytesRead).trim()
    if (!/^[\x21-\x7e]+$/.test(key) || bytesRead === KEY_MAX_BYTES)
      throw new Error(`${file} is not a file with one key`)
    return key
  } finally {
    await handle.close()
  }
}

async function openTree(tree: FileTree): Promise<ImportSource> {
  const names = new Set<string>()
  for await (const folder of tree.folders()) {
    if (folder.path.length > 0) continue
    for (const name of folder.files) names.add(name)
    // A folder yields its own files first.
    if (tree.kind === 'a folder') break
  }
  if (names.has(TELEGRAM_FILE)) return telegramSource(tree)
  return names.has('memes.json') ? ownExportSource(tree) : picturesSource(tree)
}
