/** Returns the id of the meme that the URL opens, in the server's lowercase form; empty for none. */
export const viewedMeme = (query: URLSearchParams) => query.get('view')?.trim().toLowerCase() ?? ''
