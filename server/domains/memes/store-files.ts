import type { StagedFile } from '#server/adapters/images/staging.ts'
import { type Tx, withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { FILES_AT_ONCE, inParallel } from '#server/in-parallel.ts'
import { announceBlobs, settleBlobs } from './queries.ts'

/**
 * Announces files, then stores them. The sweep ignores them for ten minutes, within which a row must reference them. After a
 * crash, the sweep removes them.
 */
export async function storeFiles(deps: Pick<Deps, 'db' | 'blobs'>, files: StagedFile[]): Promise<void> {
  await withTransaction(deps.db, (tx) =>
    announceBlobs(
      tx,
      files.map(({ key, bytes, mime }) => ({ key, bytes, mime })),
    ),
  )
  await inParallel(files, FILES_AT_ONCE, (file) => deps.blobs.put(file.key, file.path, file.mime))
}

/** Call in the transaction whose row references the files: they are no longer pending. */
export async function claimFiles(tx: Tx, keys: string[]): Promise<void> {
  await settleBlobs(tx, keys)
}
