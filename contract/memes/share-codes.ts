/** Height of the area below the picture at /embed/{id}, in pixels. */
const EMBED_CAPTION_PX = 64
export const EMBED_WIDTH_PX = 480

export interface Shareable {
  _id: string
  name: string
  image: { width: number; height: number }
  /** A sensitive meme is shared by its name instead of its picture. */
  sensitive?: boolean
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const addressOf = (meme: Shareable, origin: string) => `${origin}/meme/${meme._id}`
/** A JPEG, which all forums and Markdown readers can show. */
const pictureOf = (meme: Shareable, origin: string) => `${addressOf(meme, origin)}/share.jpg`

/**
 * The iframe that shows a meme on another site.
 * @param origin of this site, without a trailing slash
 */
export function embedCode(meme: Shareable, origin: string, width = EMBED_WIDTH_PX): string {
  const height = Math.round((width * meme.image.height) / meme.image.width) + EMBED_CAPTION_PX
  return `<iframe src="${origin}/embed/${meme._id}" width="${width}" height="${height}" title="${escapeAttribute(meme.name)}" style="border:0" loading="lazy"></iframe>`
}

export function markdownCode(meme: Shareable, origin: string): string {
  const name = meme.name.replace(/[\\[\]`*_<>]/g, '\\$&')
  const shown = meme.sensitive ? name : `![${name}](${pictureOf(meme, origin)})`
  return `[${shown}](${addressOf(meme, origin)})`
}

/** Removes brackets from the name: they would end a tag, and BBCode cannot escape them. */
export function bbCode(meme: Shareable, origin: string): string {
  const shown = meme.sensitive ? meme.name.replace(/[[\]]/g, '') : `[img]${pictureOf(meme, origin)}[/img]`
  return `[url=${addressOf(meme, origin)}]${shown}[/url]`
}
