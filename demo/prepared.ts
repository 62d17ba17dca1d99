import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A file that the site stores for a picture of the data set. */
export interface PreparedFile {
  /** Path relative to this folder: in `prepared/`, or in `files/` if the picture is stored unchanged. */
  path: string
  /** Content-based name, as for blobs. */
  key: string
  bytes: number
  mime: string
}

/** The result of uploading a picture. */
export interface PreparedMeme {
  /** SHA-256 of the data set's picture. */
  source: string
  width: number
  height: number
  animated: boolean
  frames: number
  mime: string
  thumbhash: string
  files: Record<'origin' | 'medium' | 'small', PreparedFile>
  /** Without trailing zeros; null for a flat picture. */
  vector: number[] | null
  /** The fingerprint, in Base64. */
  blocks: string
}

export interface PreparedAvatar {
  source: string
  files: Record<'large' | 'small', PreparedFile>
}

export interface PreparedDemo {
  /** Version of these vectors and fingerprints. */
  visualVersion: number
  /** By picture name in the data set. */
  memes: Record<string, PreparedMeme>
  avatars: Record<string, PreparedAvatar>
}

const LIST = new URL('./prepared.json', import.meta.url)

/** Reads the prepared data of the data set's pictures. */
export async function readPreparedDemo(): Promise<PreparedDemo> {
  return JSON.parse(await readFile(LIST, 'utf8')) as PreparedDemo
}

/** The path of a prepared file. */
export const pathOfPrepared = (file: PreparedFile): string => fileURLToPath(new URL(file.path, import.meta.url))

/** Output paths of `npm run demo:prepare`. */
export const preparedPaths = {
  list: fileURLToPath(LIST),
  folder: fileURLToPath(new URL('./prepared/', import.meta.url)),
}
