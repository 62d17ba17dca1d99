import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import type { SearchFilters } from '#contract/memes/search.ts'
import { PAGES } from '#contract/pages.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import type { HeadPicture } from './page-head.ts'
import { shareSize } from './share-picture-size.ts'

export const memePath = (id: string): string => PAGES.meme.replace(':id', id)
export const userPath = (username: string): string => PAGES.user.replace(':username', encodeURIComponent(username))
export const tagPath = (tag: string): string => PAGES.tag.replace(':tag', encodeURIComponent(tag))
export const templatePath = (id: string): string => PAGES.template.replace(':id', id)

/** Returns the address of a search in the form that the application uses. */
export function searchPath(search: string, filters: SearchFilters = {}): string {
  const query = new URLSearchParams({ search })
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, String(value))
  return `${PAGES.home}?${query}`
}

/** Returns true if places that show pictures automatically must describe the meme without its picture. */
export const isSensitive = (meme: Meme): boolean => meme.sensitive

/**
 * Returns the path of the preview picture. It changes with the picture's content, so caches of other sites never serve a stale
 * one.
 */
export const sharePicturePath = (meme: Meme): string =>
  `${memePath(meme._id)}/share.jpg?v=${/\/(\w{8})[^/]*$/.exec(meme.image.imageOrigin)?.[1] ?? ''}`

/** Returns true if the original of a meme is an animated GIF. */
export const isAnimatedGif = (image: Meme['image']): boolean => image.animated && image.mime === 'image/gif'

/** Returns the pictures of a preview: a JPEG, then the animation if it is a GIF; none for a sensitive meme. */
export function previewPictures(meme: Meme): HeadPicture[] {
  if (isSensitive(meme)) return []
  const { image } = meme
  const alt = pictureAlt(meme)
  const { width, height } = image
  const animation = isAnimatedGif(image) ? [{ path: image.imageOrigin, mime: image.mime, width, height, alt }] : []
  return [{ path: sharePicturePath(meme), mime: 'image/jpeg', ...shareSize(image), alt }, ...animation]
}

/**
 * Returns the text below the name in a preview: the description or alt text, otherwise the words in the picture, otherwise the
 * creator.
 */
export function memeDescription(meme: Meme, language: Language): string {
  const t = textsOf('sharing', language)
  return (
    meme.description.trim() ||
    meme.altText.trim() ||
    meme.imageText?.trim() ||
    (meme.creator ? t('memeBy', { name: meme.creator.displayName }) : t('meme'))
  )
}
