import type { Blobs } from './blobs/blobs.ts'
import type { StorageObserver } from './blobs/observed-blobs.ts'
import type { Caches } from './cache/caches.ts'
import type { ChangeBus } from './change-bus/change-bus.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/db.ts'
import type { PoolFigures } from './db/engine.ts'
import type { Reads } from './db/replica/reads.ts'
import type { Snapshot } from './db/snapshot.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './mail/mail.ts'
import type { MeaningModel } from './meaning/meaning-model.ts'
import type { PictureReader } from './ocr/picture-reader.ts'
import type { PictureScorer } from './scoring/picture-scorer.ts'
import type { UploadStore } from './upload-store/upload-store.ts'

export interface Log {
  info(object: unknown, message: string): void
  warn(object: unknown, message: string): void
  error(object: unknown, message: string): void
}

/** Dependencies of use cases, built once by the composition root. Each use case picks the ones it needs. */
export interface Deps {
  config: Config
  db: Db
  /** Routes reads of lists and pages; use cases access it through `readFor`. */
  reads: Reads
  /** Database connections that requests share: the maximum, and their current usage. */
  connections: { most: number; figures(): PoolFigures[] }
  jobs: Jobs
  mail: Mail
  blobs: Blobs
  /** Notified of every call to `blobs`. */
  storageObserver: StorageObserver
  /** Received files of bulk uploads, until they become memes. */
  uploadStore: UploadStore
  /** Null if OCR is turned off. */
  reader: PictureReader | null
  /** Detects sensitive pictures; null if its packages are not installed. */
  scorer: PictureScorer | null
  /** The operator's CLIP model; null without one. */
  meaning: MeaningModel | null
  /** Data exports of members; never public. */
  exports: Blobs
  stagingDir: string
  log: Log
  /** Time for which the database has been reachable without interruption. */
  answeringForMs(): number
  /** Opens a snapshot of the database, for a backup. */
  snapshot(): Promise<Snapshot>
  /** Changes of every node; published with `publish`. Open while the node serves requests. */
  bus: ChangeBus
  caches: Caches
}
