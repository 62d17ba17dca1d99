import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { InspectPicture, PictureInspection } from '#server/domains/memes/add-meme.ts'
import { inspectPicture } from '#server/domains/search/indexing/inspect-picture.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { PreparedPicture } from '#server/platform/images/prepare-picture.ts'
import { discard, type StagedFile, stagingPath } from '#server/platform/images/staging.ts'
import { prepareBytes } from './prepared-picture.ts'
import { randomPicture } from './random-picture.ts'

/** A picture ready for `addMeme`. The caller discards its files. */
export interface ReadyPicture {
  picture: PreparedPicture
  sourceHash: string
  inspect: InspectPicture
}

interface Pooled {
  picture: PreparedPicture
  sourceHash: string
  contents: Map<string, Buffer>
  inspection: PictureInspection
}

/** Pictures of this process in memory, each a few kilobytes; later ones of a database are prepared each time. */
const POOL_MAX = 500
const pool: Promise<Pooled>[] = []
const taken = new WeakMap<Db, number>()

/**
 * A random picture that no other meme of this database has, prepared once for all databases of this process: preparing and
 * inspecting a picture takes more CPU time than all else in a new meme.
 */
export async function takePicture(db: Db, stagingDir: string): Promise<ReadyPicture> {
  const index = taken.get(db) ?? 0
  taken.set(db, index + 1)
  const pending = pool[index] ?? prepare(index, stagingDir)
  if (index < POOL_MAX) pool[index] = pending
  const pooled = await pending
  return {
    picture: { ...pooled.picture, files: await stage(pooled, stagingDir) },
    sourceHash: pooled.sourceHash,
    inspect: async () => pooled.inspection,
  }
}

export const sourceHashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function prepare(index: number, stagingDir: string): Promise<Pooled> {
  const bytes = await randomPicture(`pooled ${index}`)
  const picture = await prepareBytes(bytes, { stagingDir })
  try {
    const paths = new Set(Object.values(picture.files).map((file) => file.path))
    const contents = new Map(await Promise.all([...paths].map(async (path) => [path, await readFile(path)] as const)))
    return { picture, sourceHash: sourceHashOf(bytes), contents, inspection: await inspectPicture(picture) }
  } finally {
    await discard(picture)
  }
}

/** Writes each different file again, because storing a picture moves its files. */
async function stage({ picture, contents }: Pooled, stagingDir: string): Promise<PreparedPicture['files']> {
  const copies = new Map<string, string>()
  for (const [path, content] of contents) {
    const copy = await stagingPath(stagingDir, 'pooled')
    await writeFile(copy, content)
    copies.set(path, copy)
  }
  const staged = (file: StagedFile) => ({ ...file, path: copies.get(file.path) ?? file.path })
  const { origin, medium, small } = picture.files
  return { origin: staged(origin), medium: staged(medium), small: staged(small) }
}
