import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import type { Meme, UploadMemeInput } from '#contract/memes.ts'
import { preparePicture } from '#server/adapters/images/prepare-picture.ts'
import { discard, receivePicture, type StagedSource } from '#server/adapters/images/staging.ts'
import type { Tx } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
import { addMeme, type InspectPicture } from './add-meme.ts'
import { getMeme } from './get-meme.ts'
import type { MemeRow } from './queries.ts'

export interface UploadHooks {
  /** Follow-up work of other domains, in the meme's own transaction. */
  alongside(tx: Tx, meme: MemeRow): Promise<void>
  /** Detects duplicates, so that the existing meme can be offered instead. */
  inspect: InspectPicture
}

/** Receives, prepares and adds one picture. Whatever goes wrong, nothing stays in staging. */
export async function uploadMeme(
  deps: Pick<Deps, 'db' | 'blobs' | 'stagingDir'> & UploadHooks,
  viewer: Member,
  receive: (onPicture: (stream: AsyncIterable<Buffer>, fileName: string) => Promise<void>) => Promise<UploadMemeInput>,
): Promise<Meme> {
  let source: StagedSource | undefined
  let fileName = ''
  try {
    const input = await receive(async (stream, name) => {
      if (source) throw new AppError('request.invalid')
      source = await receivePicture(stream, { stagingDir: deps.stagingDir, maxBytes: PICTURE_MAX_BYTES })
      fileName = name
    })
    if (!source) throw new AppError('image.required', { errors: [{ path: 'image', code: 'requiredField' }] })
    const picture = await preparePicture(source, { stagingDir: deps.stagingDir })
    try {
      const meme = await addMeme(deps, {
        userId: viewer.userId,
        words: { name: input.name ?? '', description: input.description ?? '', altText: input.altText ?? '' },
        fileName,
        location: 'quick',
        picture,
        sourceHash: source.sha256,
        allowDuplicate: input.allowDuplicate === true,
        inspect: deps.inspect,
        alongside: deps.alongside,
      })
      return await getMeme(deps, viewer, meme.id)
    } finally {
      await discard(picture)
    }
  } finally {
    if (source) await discard(source)
  }
}
