import type { StagedFile } from '#server/adapters/images/staging.ts'
import type { Tx } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { sweepBlobsJob } from './jobs.ts'
import { claimFiles, storeFiles } from './store-files.ts'

/** What lower domains need of stored files, handed down by the composition root. */
export function fileHooks(deps: Pick<Deps, 'db' | 'blobs' | 'jobs'>) {
  return {
    storeFiles: (files: StagedFile[]) => storeFiles(deps, files),
    claimFiles,
    // One waiting sweep takes what any number of transactions left.
    sweepFiles: (tx: Tx) => deps.jobs.enqueue(tx, sweepBlobsJob, {}, { key: 'asked for' }),
  }
}
