import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { deleteDeclared, requireDeclared } from './awaited-queries.ts'
import { notifyIfFinished } from './notify-if-finished.ts'
import { bumpVersion, lockUpload } from './queries.ts'
import { removeStaged } from './receive-files.ts'

/** Takes back a declared file, with the parts that have arrived; a whole file stays. Throws upload.notFound. */
export async function dropDeclared(
  deps: Pick<Deps, 'db' | 'uploadStore'>,
  viewer: Member,
  at: { uploadId: string; fileId: string },
): Promise<void> {
  const partKeys = await withTransaction(deps.db, async (tx) => {
    await lockUpload(tx, at.uploadId)
    const file = await requireDeclared(tx, viewer, at)
    if (!file.isAwaited) return []
    await deleteDeclared(tx, file)
    await bumpVersion(tx, at.uploadId)
    await notifyIfFinished(tx, at.uploadId)
    return file.partKeys
  })
  // The sweep removes parts left over.
  await removeStaged(deps, partKeys).catch(() => {})
}
