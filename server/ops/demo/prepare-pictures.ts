import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { readDemoFile } from '#demo/data.ts'
import type { PreparedAvatar, PreparedFile, PreparedMeme } from '#demo/prepared.ts'
import { describeImage } from '../../domains/search/likeness/descriptor/visual.ts'
import { SERVER_OWNER } from '../../platform/images/picture-queue.ts'
import { prepareAvatar } from '../../platform/images/prepare-avatar.ts'
import { preparePicture } from '../../platform/images/prepare-picture.ts'
import { discard, receivePicture, type StagedFile, type StagedSource } from '../../platform/images/staging.ts'

interface Folders {
  stagingDir: string
  /** Folder for files that are not part of the data set. */
  folder: string
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/**
 * Prepares a meme's picture as an upload would, and writes the files that differ from it. Uses the picture unchanged as the
 * original: an upload would only strip a few meaningless bytes from a drawn picture.
 */
export async function preparedMemeOf(picture: string, folders: Folders): Promise<PreparedMeme> {
  const source = await receive(picture, folders)
  const prepared = await preparePicture(source, { ...folders, owner: SERVER_OWNER })
  try {
    const look = await describeImage(prepared.pixels ?? prepared.files.small.path)
    const { width, height, animated, frames, mime, thumbhash } = prepared
    const { origin, medium, small } = prepared.files
    const own = { path: `files/${picture}`, key: keyOf(source, origin), bytes: source.bytes, mime }
    return {
      source: source.sha256,
      ...{ width, height, animated, frames, mime, thumbhash },
      files: {
        origin: own,
        medium: medium.key === origin.key ? own : await keep(medium, picture, 'medium', folders),
        small:
          small.key === origin.key
            ? own
            : await keep(small, picture, small.key === medium.key ? 'medium' : 'small', folders),
      },
      vector: look.vector?.slice(0, look.vector.findLastIndex((value) => value !== 0) + 1) ?? null,
      blocks: Buffer.from(look.blocks).toString('base64'),
    }
  } finally {
    await discard(prepared)
    await discard(source)
  }
}

export async function preparedAvatarOf(avatar: string, folders: Folders): Promise<PreparedAvatar> {
  const source = await receive(avatar, folders)
  const prepared = await prepareAvatar(source, { ...folders, owner: SERVER_OWNER })
  try {
    const { large, small } = prepared.files
    const [storedLarge, storedSmall] = [
      await keep(large, avatar, 'large', folders),
      await keep(small, avatar, 'small', folders),
    ]
    return { source: source.sha256, files: { large: storedLarge, small: storedSmall } }
  } finally {
    await discard(prepared)
    await discard(source)
  }
}

const receive = async (picture: string, { stagingDir }: Folders) =>
  receivePicture(once(await readDemoFile(picture)), { stagingDir, maxBytes: PICTURE_MAX_BYTES })

const keyOf = (source: StagedSource, like: StagedFile) =>
  source.sha256.slice(0, path.parse(like.key).name.length) + path.extname(like.key)

async function keep(
  { path: from, key, bytes, mime }: StagedFile,
  picture: string,
  size: string,
  { folder }: Folders,
): Promise<PreparedFile> {
  const name = `${path.parse(picture).name}.${size}${path.extname(key)}`
  await copyFile(from, path.join(folder, name))
  return { path: `prepared/${name}`, key, bytes, mime }
}
