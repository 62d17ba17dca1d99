/** Notifies every node that memes were hidden or shown again, so that cached lists are rebuilt. */
export const VISIBILITY_CHANNEL = 'meme_visibility'
/** The payload where memes were published or edited, and none was hidden. */
export const MEME_WRITTEN = 'written'
/** The payload where relations between memes were computed anew, and no meme has changed. */
export const MEMES_RELATED = 'related'
