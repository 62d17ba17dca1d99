import { publish } from '#server/platform/change-bus/change-bus.ts'
import type { Tx } from '#server/platform/db/db.ts'

/** Publishes that memes or people were hidden or shown again. */
export const publishVisibility = (tx: Tx): Promise<void> => publish(tx, 'memeVisibilityChanged')

/** Publishes new or edited memes. */
export const publishWritten = (tx: Tx): Promise<void> => publish(tx, 'memesWritten')

/** Publishes that relations between memes were recomputed. */
export const publishRelated = (tx: Tx): Promise<void> => publish(tx, 'memesRelated')
