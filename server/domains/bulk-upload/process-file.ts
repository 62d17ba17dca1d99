import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { PictureError } from '#server/platform/images/picture-error.ts'
import { preparePicture } from '#server/platform/images/prepare-picture.ts'
import { discard } from '#server/platform/images/staging.ts'
import { type Worker, worker } from '#server/platform/jobs/jobs.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import { addMeme } from '../memes/add-meme.ts'
import { requireRoom } from '../memes/quota.ts'
import type { UploadHooks } from '../memes/upload-meme.ts'
import { announceMeme } from '../notifications/announce-meme.ts'
import { type FileOrder, processFileJob, queueFile } from './jobs.ts'
import { notifyIfFinished } from './notify-if-finished.ts'
import { type ClaimedFile, claimFile, finishFile, postponeFile } from './queries.ts'
import { removeStaged } from './receive-files.ts'
import { ATTEMPTS_MAX, retryDelaySeconds, WAITS_MAX } from './rules.ts'

type WorkDeps = Pick<Deps, 'db' | 'jobs' | 'blobs' | 'uploadStore' | 'stagingDir' | 'log'> & UploadHooks

/** Thrown inside a meme's transaction to roll it back when another worker has claimed the file. */
class ClaimLost extends Error {
  override name = 'ClaimLost'
}

export const processFileWorker = (deps: WorkDeps): Worker => worker(processFileJob, (order) => processFile(deps, order))

/**
 * Creates a meme from an accepted file exactly once: one transaction creates the meme and completes the file, and only the
 * current lease holder can commit it. Every other outcome is a named failure or a retry.
 */
async function processFile(deps: WorkDeps, order: FileOrder): Promise<void> {
  const claim = await withTransaction(deps.db, (tx) => claimFile(tx, order))
  if (!claim) return
  let isFinished: boolean
  try {
    // Claims that ended in a crash count too, so that a file can crash the process only a few times.
    if (triesOf(claim) > ATTEMPTS_MAX) throw new AppError('server.error')
    await makeMeme(deps, claim)
    isFinished = true
  } catch (error) {
    isFinished = await settle(deps, claim, error)
  }
  if (isFinished) await removeStaged(deps, [claim.stagedKey ?? [], claim.partKeys].flat())
}

async function makeMeme(deps: WorkDeps, claim: ClaimedFile): Promise<void> {
  await requireRoom(deps.db, claim.userId)
  const file = claim.stagedKey === null ? null : await deps.uploadStore.open(claim.stagedKey)
  if (!file) throw new AppError('upload.interrupted')
  try {
    const source = { path: file.path, bytes: claim.bytes, sha256: claim.sourceHash, type: claim.sourceType }
    const picture = await preparePicture(source, { stagingDir: deps.stagingDir, owner: claim.userId })
    try {
      await addMeme(deps, {
        userId: claim.userId,
        words: { name: claim.name, description: claim.description, altText: '' },
        fileName: claim.fileName,
        location: 'bulk',
        picture,
        sourceHash: claim.sourceHash,
        sensitive: claim.sensitive,
        allowDuplicate: claim.duplicates === 'keep',
        inspect: deps.inspect,
        onMemeWritten: async (tx, meme) => {
          await deps.onMemeWritten(tx, meme)
          await announceMeme(deps, tx, meme.id)
          if (!(await finish(tx, claim, { memeId: meme.id }))) throw new ClaimLost()
        },
      })
    } finally {
      await discard(picture)
    }
  } finally {
    await file.release()
  }
}

/** Records a failure of a file. Returns true if it is final. */
async function settle(deps: WorkDeps, claim: ClaimedFile, error: unknown): Promise<boolean> {
  if (error instanceof ClaimLost) return false
  const reason = reasonOf(error)
  if (reason) return withTransaction(deps.db, (tx) => finish(tx, claim, reason))
  deps.log.warn({ err: error, uploadId: claim.uploadId, index: claim.index }, 'a file of a bulk upload failed')
  const isWaiting = isServiceDown(error) && claim.waits < WAITS_MAX
  const tries = triesOf(claim)
  if (!isWaiting && tries >= ATTEMPTS_MAX)
    return withTransaction(deps.db, (tx) => finish(tx, claim, { code: 'server.error' }))
  const delay = retryDelaySeconds(isWaiting ? claim.waits + 1 : tries)
  await withTransaction(deps.db, async (tx) => {
    if (await postponeFile(tx, claim, delay, !isWaiting)) await queueFile(deps, tx, claim, claim.attempts, delay)
  })
  return false
}

/** Like `finishFile`; also notifies the member after the last file of an upload. */
async function finish(tx: Tx, claim: ClaimedFile, result: Parameters<typeof finishFile>[2]): Promise<boolean> {
  if (!(await finishFile(tx, claim, result))) return false
  await notifyIfFinished(tx, claim.uploadId)
  return true
}

/** Attempts that may have failed because of the file. */
const triesOf = (claim: ClaimedFile) => claim.attempts - claim.waits

/** Returns the error code if the file is at fault; undefined if the server is and a retry may help. */
function reasonOf(error: unknown): { code: string; duplicateOf?: string | undefined } | undefined {
  if (error instanceof PictureError) return error.code === 'image.busy' ? undefined : { code: error.code }
  if (!(error instanceof AppError) || error.status >= 500) return undefined
  const { duplicateOf } = error.fields
  return { code: error.code, duplicateOf: typeof duplicateOf === 'string' ? duplicateOf : undefined }
}
