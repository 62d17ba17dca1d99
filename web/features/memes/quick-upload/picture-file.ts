import { PICTURE_MAX_BYTES } from '#contract/limits.ts'

/** Accepted types. The client checks the browser's type, the server the bytes. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const

export type PictureProblem = 'notPicture' | 'tooLarge' | 'empty'

/** Returns why a file cannot be uploaded; null if it can. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): PictureProblem | null {
  if (!PICTURE_TYPES.some((known) => known === type)) return 'notPicture'
  if (size === 0) return 'empty'
  return size > PICTURE_MAX_BYTES ? 'tooLarge' : null
}

/** Returns a URL that the picture can be fetched from; null if the text is not a valid link (yet). */
export function pictureLink(text: string): string | null {
  const trimmed = text.trim()
  if (/^data:image\//i.test(trimmed)) return trimmed.replace(/^data/i, 'data')
  if (!/^https?:\/\/[^\s/]+\.?[^\s]*$/i.test(trimmed)) return null
  return URL.canParse(trimmed) ? trimmed : null
}

/** Decodes the picture of a data URL. Throws if that fails. */
export function pictureInLink(link: string): Blob {
  const [, type = '', base64, content = ''] = /^data:(image\/[\w.+-]+)[^,]*?(;base64)?,(.*)$/is.exec(link) ?? []
  if (!type) throw new TypeError('The link contains no picture')
  const text = base64 ? atob(content) : decodeURIComponent(content)
  const bytes = base64 ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : new TextEncoder().encode(text)
  return new Blob([bytes], { type: type.toLowerCase() })
}

/** Returns a name for the linked file: the last part of the URL's path. */
export function fileNameOfLink(link: string): string {
  const last = URL.canParse(link) && !link.startsWith('data:') ? new URL(link).pathname.split('/').pop() : ''
  try {
    return decodeURIComponent(last ?? '') || 'picture'
  } catch {
    return last || 'picture'
  }
}
