import { publish } from '#server/platform/change-bus/change-bus.ts'
import type { Tx } from '#server/platform/db/db.ts'

/** Publishes that memes or people were hidden or shown again. */
export const publishHidden = (tx: Tx): Promise<void> => publish(tx, 'memesHidden')

/** Publishes new or edited memes. */
export const publishWritten = (tx: Tx): Promise<void> => publish(tx, 'memesWritten')

/** Publishes that relations between memes were recomputed. */
export const publishRelated = (tx: Tx): Promise<void> => publish(tx, 'memesRelated')
