import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A file that the site stores for a picture of the data set. */
export interface PreparedFile {
  /** Below this folder: in `prepared/`, or in `files/` where the picture is stored as it is. */
  path: string
  /** Its name by content, as blobs have. */
  key: string
  bytes: number
  mime: string
}

/** What an upload of a picture would come to. */
export interface PreparedMeme {
  /** SHA-256 of the picture of the data set. */
  source: string
  width: number
  height: number
  animated: boolean
  frames: number
  mime: string
  thumbhash: string
  files: Record<'origin' | 'medium' | 'small', PreparedFile>
  /** Without the zeros at its end; null for a flat picture. */
  vector: number[] | null
  /** The fingerprint, in Base64. */
  blocks: string
}

export interface PreparedAvatar {
  source: string
  files: Record<'large' | 'small', PreparedFile>
}

export interface PreparedDemo {
  /** Which version of vectors and fingerprints these are. */
  visualVersion: number
  /** By the names of their pictures in the data set. */
  memes: Record<string, PreparedMeme>
  avatars: Record<string, PreparedAvatar>
}

const LIST = new URL('./prepared.json', import.meta.url)

/** Reads what was prepared from the pictures of the data set. */
export async function readPreparedDemo(): Promise<PreparedDemo> {
  return JSON.parse(await readFile(LIST, 'utf8')) as PreparedDemo
}

/** Where a prepared file lies. */
export const pathOfPrepared = (file: PreparedFile): string => fileURLToPath(new URL(file.path, import.meta.url))

/** Where `npm run demo:prepare` writes. */
export const preparedPaths = {
  list: fileURLToPath(LIST),
  folder: fileURLToPath(new URL('./prepared/', import.meta.url)),
}
