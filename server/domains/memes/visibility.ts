import type { Tx } from '#server/platform/db/db.ts'
import { notifyNodes } from '#server/platform/db/notify-queries.ts'

/** The channel on which nodes learn that cached lists are out of date. */
export const VISIBILITY_CHANNEL = 'meme_visibility'
/** The payload where memes or people were hidden or shown again. */
export const MEMES_HIDDEN = ''
/** The payload where memes were published or edited, and none was hidden. */
export const MEME_WRITTEN = 'written'
/** The payload where relations between memes were computed again, and no meme has changed. */
export const MEMES_RELATED = 'related'

/** Tells every node that memes or people were hidden or shown again. */
export const tellOfHidden = (tx: Tx): Promise<void> => notifyNodes(tx, VISIBILITY_CHANNEL, MEMES_HIDDEN)

/** Tells every node that there are new or edited memes. */
export const tellOfWritten = (tx: Tx): Promise<void> => notifyNodes(tx, VISIBILITY_CHANNEL, MEME_WRITTEN)

/** Tells every node that relations between memes were computed again. */
export const tellOfRelated = (tx: Tx): Promise<void> => notifyNodes(tx, VISIBILITY_CHANNEL, MEMES_RELATED)
