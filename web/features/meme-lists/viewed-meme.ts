/** The id of the meme that an address opens, as answers spell it; empty for none. */
export const viewedMeme = (query: URLSearchParams) => query.get('view')?.trim().toLowerCase() ?? ''
