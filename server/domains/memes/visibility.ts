/** Every node hears here that memes were hidden or shown again, so that what it keeps of lists is made anew. */
export const VISIBILITY_CHANNEL = 'meme_visibility'
