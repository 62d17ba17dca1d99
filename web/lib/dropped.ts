import { parseInert } from './trusted-types.ts'

/** The content of a drag or paste that can become a meme. */
export interface Carried {
  files: File[]
  /** URL of a picture or page, if there is no file. */
  link: string | null
}

export function carriedBy(data: DataTransfer): Carried {
  const files = [...data.files]
  return { files, link: files.length > 0 ? null : carriedLink(data) }
}

/** Like `carriedBy`, for pastes outside text fields, where a URL copied as text stands for its picture. */
export function pastedBy(data: DataTransfer): Carried {
  const carried = carriedBy(data)
  if (carried.link || carried.files.length > 0) return carried
  return { files: [], link: linkInText(data.getData('text/plain')) }
}

/** Returns the text if it is a URL and nothing else. */
export function linkInText(text: string): string | null {
  const link = text.trim()
  return /^https?:\/\/\S+$/i.test(link) ? link : null
}

/** Pictures dragged from other pages come as HTML that contains their URL. */
function carriedLink(data: DataTransfer): string | null {
  const html = data.getData('text/html')
  const source = html && parseInert(html).querySelector('img')?.getAttribute('src')
  if (source && /^(https?:|data:image\/)/i.test(source)) return source
  const [address] = data
    .getData('text/uri-list')
    .split(/\r?\n/)
    .filter((line) => line && !line.startsWith('#'))
  return address ?? null
}

/** Returns true if the event's target is a text field. */
export function isInTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
