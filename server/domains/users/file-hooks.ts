import type { StagedFile } from '#server/adapters/images/staging.ts'
import type { Tx } from '#server/db/db.ts'

/** Stored files belong to another domain; the composition root hands these down. */
export interface FileHooks {
  /** Announces and stores files; a row must come to name them within minutes. */
  storeFiles(files: StagedFile[]): Promise<void>
  /** Called in the transaction whose row now names these files. */
  claimFiles(tx: Tx, keys: string[]): Promise<void>
  /** Has files that no row names any more removed once the transaction commits. */
  sweepFiles(tx: Tx): Promise<void>
}
