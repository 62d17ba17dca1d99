import { stat } from 'node:fs/promises'
import path from 'node:path'
import { fetchPicture } from '../../domains/memes/fetch-picture.ts'
import type { Deps } from '../../platform/deps.ts'
import { booruSource } from './booru-source.ts'
import { folderSource } from './folder-source.ts'
import type { ImportSource } from './import-item.ts'
import { linksSource } from './links-source.ts'
import { zipSource } from './zip-source.ts'

/** Opens a folder, or a file according to its extension. @throws a one-line error */
export async function openSource(deps: Pick<Deps, 'config' | 'db' | 'blobs'>, source: string): Promise<ImportSource> {
  const found = await stat(source).catch(() => null)
  if (!found) throw new Error(`${source} does not exist`)
  if (found.isDirectory()) return folderSource(source)
  const fetchBytes = async (url: string) => (await fetchPicture(deps, url)).bytes
  const extension = path.extname(source).toLowerCase()
  if (extension === '.zip') return zipSource(source)
  if (extension === '.json') return booruSource(source, fetchBytes)
  if (extension === '.txt') return linksSource(source, fetchBytes)
  throw new Error(`${source} is neither a folder nor a .zip, .json or .txt file`)
}
