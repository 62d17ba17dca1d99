import type { Tx } from '#server/platform/db/db.ts'
import type { StagedFile, StagedSource } from '#server/platform/images/staging.ts'

/** File hooks of another domain, passed in by the composition root. */
export interface FileHooks {
  /** Announces and stores files, then runs `claim`, which must reference them from a row. */
  withStoredFiles<T>(files: StagedFile[], claim: () => Promise<T>): Promise<T>
  /** Call in the transaction that writes the row with these files. */
  claimFiles(tx: Tx, keys: string[]): Promise<void>
  /** Returns true if moderators permanently removed this picture; it must not return as an avatar. */
  isRefused(source: StagedSource): Promise<boolean>
  /** Schedules the removal of unreferenced files after the commit. */
  sweepFiles(tx: Tx): Promise<void>
}
