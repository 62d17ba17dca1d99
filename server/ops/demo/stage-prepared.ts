import path from 'node:path'
import { type PreparedFile, type PreparedMeme, pathOfPrepared } from '#demo/prepared.ts'
import { VISUAL_DIMENSIONS, type VisualDescriptor } from '../../domains/search/likeness/descriptor/visual.ts'
import type { PreparedPicture } from '../../platform/images/prepare-picture.ts'
import { type StagedFile, stagingPath } from '../../platform/images/staging.ts'
import { copyPrivately } from '../data-directory/private-files.ts'

/** Copies prepared files into the staging folder, ready to be stored. */
export async function stagePrepared<Size extends string>(
  files: Record<Size, PreparedFile>,
  { stagingDir }: { stagingDir: string },
): Promise<Record<Size, StagedFile>> {
  const staged = new Map<string, StagedFile>()
  const sizes = Object.entries<PreparedFile>(files)
  for (const [, file] of sizes) {
    if (staged.has(file.key)) continue
    const { key, bytes, mime } = file
    const target = await stagingPath(stagingDir, path.extname(key).slice(1))
    await copyPrivately(pathOfPrepared(file), target)
    staged.set(key, { path: target, key, bytes, mime })
  }
  return Object.fromEntries(sizes.map(([size, { key }]) => [size, staged.get(key)])) as Record<Size, StagedFile>
}

/** Returns a prepared picture in the form an upload would have produced. */
export async function stageMeme(prepared: PreparedMeme, to: { stagingDir: string }): Promise<PreparedPicture> {
  const { width, height, animated, frames, mime, thumbhash } = prepared
  return {
    ...{ width, height, animated, frames, thumbhash },
    mime: mime as PreparedPicture['mime'],
    files: await stagePrepared(prepared.files, to),
  }
}

/** Returns a prepared picture's visual descriptor. */
export function descriptorOf({ vector, blocks }: Pick<PreparedMeme, 'vector' | 'blocks'>): VisualDescriptor {
  return {
    vector: vector && [...vector, ...new Array<number>(VISUAL_DIMENSIONS - vector.length).fill(0)],
    blocks: new Uint8Array(Buffer.from(blocks, 'base64')),
  }
}
