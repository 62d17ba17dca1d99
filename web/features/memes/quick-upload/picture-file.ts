import { PICTURE_MAX_BYTES } from '#contract/limits.ts'

/** Accepted types. The server checks the bytes, the client the browser's type. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const

export type PictureProblem = 'notPicture' | 'tooLarge' | 'empty'

/** Why a file cannot be uploaded; null if it can. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): PictureProblem | null {
  if (!PICTURE_TYPES.some((known) => known === type)) return 'notPicture'
  if (size === 0) return 'empty'
  return size > PICTURE_MAX_BYTES ? 'tooLarge' : null
}

/** A link that a picture may be fetched from; null for what is none (yet). */
export function pictureLink(text: string): string | null {
  const trimmed = text.trim()
  if (/^data:image\//i.test(trimmed)) return trimmed.replace(/^data/i, 'data')
  if (!/^https?:\/\/[^\s/]+\.?[^\s]*$/i.test(trimmed)) return null
  return URL.canParse(trimmed) ? trimmed : null
}

/** The picture that a data link contains. Throws if it cannot be decoded. */
export function pictureInLink(link: string): Blob {
  const [, type = '', base64, content = ''] = /^data:(image\/[\w.+-]+)[^,]*?(;base64)?,(.*)$/is.exec(link) ?? []
  if (!type) throw new TypeError('The link contains no picture')
  const text = base64 ? atob(content) : decodeURIComponent(content)
  const bytes = base64 ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : new TextEncoder().encode(text)
  return new Blob([bytes], { type: type.toLowerCase() })
}

/** A name for the file behind a link: the last part of its path. */
export function fileNameOfLink(link: string): string {
  const last = URL.canParse(link) && !link.startsWith('data:') ? new URL(link).pathname.split('/').pop() : ''
  try {
    return decodeURIComponent(last ?? '') || 'picture'
  } catch {
    return last || 'picture'
  }
}
