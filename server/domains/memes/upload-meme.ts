import type { Meme, UploadMemeInput } from '#contract/memes/memes.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { preparePicture } from '#server/platform/images/prepare-picture.ts'
import { discard, type StagedSource } from '#server/platform/images/staging.ts'
import type { Member } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { addMeme, type InspectPicture } from './add-meme.ts'
import { getMeme } from './get-meme.ts'
import type { MemeRow } from './queries.ts'
import { requireRoom } from './quota.ts'

export interface UploadHooks {
  /** Follow-up work of other domains, in the meme's own transaction. */
  onMemeWritten(tx: Tx, meme: MemeRow): Promise<void>
  /** Detects duplicates, so that the existing meme can be offered instead. */
  inspect: InspectPicture
}

export interface WordsHook {
  /** Replaces the words read in a picture. Returns the stored text, or null if it is the present one. */
  correctWords(tx: Tx, memeId: string, text: string, by: 'owner'): Promise<string | null>
}

export interface StudioRecordHook {
  /** Stores how a studio meme was made, in the same transaction and before `onMemeWritten`. */
  storeStudioRecord(tx: Tx, memeId: string, making: StudioRecord): Promise<void>
}

export interface SkippedFileHook {
  /**
   * Completes the file that a bulk upload skipped, if the input names one, in the transaction of its meme. Throws
   * upload.notFound unless it is the owner's and still skipped.
   */
  completeSkipped(tx: Tx, meme: MemeRow, input: UploadMemeInput): Promise<void>
}

/** The studio's record of a meme: its captions and sources. */
export type StudioRecord = Pick<UploadMemeInput, 'captions' | 'template' | 'madeFrom'>

/** Runs after new memes only, not after edits. */
export interface AnnounceHook {
  announce(tx: Tx, meme: MemeRow): Promise<void>
}

/**
 * Prepares and adds one picture. The caller must discard `source`; the function removes all other staged files. Can throw
 * the same errors as `preparePicture`, `addMeme`, and `completeSkipped`.
 */
export async function uploadMeme(
  deps: Pick<Deps, 'db' | 'caches' | 'blobs' | 'stagingDir'> &
    UploadHooks &
    StudioRecordHook &
    AnnounceHook &
    SkippedFileHook,
  viewer: Member,
  input: UploadMemeInput,
  source: StagedSource & { fileName: string },
): Promise<Meme> {
  await requireRoom(deps.db, viewer.userId)
  const picture = await preparePicture(source, { stagingDir: deps.stagingDir, owner: queueOwner(viewer) })
  try {
    const meme = await addMeme(deps, {
      userId: viewer.userId,
      words: { name: input.name ?? '', description: input.description ?? '', altText: input.altText ?? '' },
      fileName: source.fileName,
      location: 'quick',
      picture,
      sourceHash: source.sha256,
      allowDuplicate: input.allowDuplicate === true,
      sensitive: input.sensitive === true,
      inspect: deps.inspect,
      onMemeWritten: async (tx, row) => {
        await deps.storeStudioRecord(tx, row.id, input)
        await deps.onMemeWritten(tx, row)
        await deps.announce(tx, row)
        await deps.completeSkipped(tx, row, input)
      },
    })
    return await getMeme(deps, viewer, meme.id)
  } finally {
    await discard(picture)
  }
}
