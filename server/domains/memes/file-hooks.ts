import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { StagedFile } from '#server/platform/images/staging.ts'
import { sweepBlobsJob } from './jobs.ts'
import { claimFiles, withStoredFiles } from './store-files.ts'

/** File hooks for lower domains, passed in by the composition root. */
export function fileHooks(deps: Pick<Deps, 'db' | 'blobs' | 'jobs'>) {
  return {
    withStoredFiles: <T>(files: StagedFile[], claim: () => Promise<T>) => withStoredFiles(deps, files, claim),
    claimFiles,
    // One queued sweep covers any number of transactions.
    sweepFiles: (tx: Tx) => deps.jobs.enqueue(tx, sweepBlobsJob, {}, { key: 'asked for' }),
  }
}
