import { parseInert } from './trusted-types.ts'

/** What a drag or paste carries, as far as it can become a meme. */
export interface Carried {
  files: File[]
  /** The address of a picture or page, where there is no file. */
  link: string | null
}

export function carriedBy(data: DataTransfer): Carried {
  const files = [...data.files]
  return { files, link: files.length > 0 ? null : carriedLink(data) }
}

/** As `carriedBy`, for a paste outside every field: there an address that was copied as text stands for its picture. */
export function pastedBy(data: DataTransfer): Carried {
  const carried = carriedBy(data)
  if (carried.link || carried.files.length > 0) return carried
  return { files: [], link: linkInText(data.getData('text/plain')) }
}

/** The text if it is an address and nothing else. */
export function linkInText(text: string): string | null {
  const link = text.trim()
  return /^https?:\/\/\S+$/i.test(link) ? link : null
}

/** A picture dragged out of another page comes as HTML around its address. */
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

/** Whether the event belongs to a field that takes text. */
export function isInTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
