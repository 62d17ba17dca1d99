import type { Tx } from '#server/platform/db/db.ts'
import { notifyNodes } from '#server/platform/db/notify-queries.ts'

/** Channel that notifies nodes of outdated cached lists. */
export const VISIBILITY_CHANNEL = 'meme_visibility'
/** Payload: memes or people were hidden or shown again. */
export const MEMES_HIDDEN = ''
/** Payload: memes were published or edited, and none was hidden. */
export const MEME_WRITTEN = 'written'
/** Payload: relations between memes were recomputed; the memes did not change. */
export const MEMES_RELATED = 'related'

/** Notifies every node that memes or people were hidden or shown again. */
export const tellOfHidden = (tx: Tx): Promise<void> => notifyNodes(tx, VISIBILITY_CHANNEL, MEMES_HIDDEN)

/** Notifies every node of new or edited memes. */
export const tellOfWritten = (tx: Tx): Promise<void> => notifyNodes(tx, VISIBILITY_CHANNEL, MEME_WRITTEN)

/** Notifies every node that relations between memes were recomputed. */
export const tellOfRelated = (tx: Tx): Promise<void> => notifyNodes(tx, VISIBILITY_CHANNEL, MEMES_RELATED)
