import type { Tx } from '#server/platform/db/db.ts'
import type { StagedFile, StagedSource } from '#server/platform/images/staging.ts'

/** File hooks of another domain, passed in by the composition root. */
export interface FileHooks {
  /** Announces and stores files, then runs `claim`, in which a row must reference them. */
  withStoredFiles<T>(files: StagedFile[], claim: () => Promise<T>): Promise<T>
  /** Called in the transaction whose row now names these files. */
  claimFiles(tx: Tx, keys: string[]): Promise<void>
  /** Whether moderators removed this picture for good, so that it may not come back as an avatar. */
  isRefused(source: StagedSource): Promise<boolean>
  /** Schedules the removal of unreferenced files after the commit. */
  sweepFiles(tx: Tx): Promise<void>
}
