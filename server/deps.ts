import type { Blobs } from './adapters/blobs/blobs.ts'
import type { MeaningModel } from './adapters/embeddings/meaning/meaning-model.ts'
import type { Mail } from './adapters/mail/mail.ts'
import type { PictureReader } from './adapters/ocr/picture-reader.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Jobs } from './jobs/jobs.ts'

export interface Log {
  info(object: unknown, message: string): void
  warn(object: unknown, message: string): void
  error(object: unknown, message: string): void
}

/** What use-cases may need, built once by the composition root; each names the few it takes. */
export interface Deps {
  config: Config
  db: Db
  jobs: Jobs
  mail: Mail
  blobs: Blobs
  /** Null where the operator has turned reading off. */
  reader: PictureReader | null
  /** The operator's CLIP model; null where there is none. */
  meaning: MeaningModel | null
  /** Copies of members' data; nothing of it is public. */
  exports: Blobs
  stagingDir: string
  log: Log
  /** How long the database has answered without a break. */
  answeringForMs(): number
  /** Tells every node something happened; payload below 8,000 bytes. */
  notify(channel: string, payload: string): Promise<void>
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<{ close(): Promise<void> }>
}
