import { parseInert } from './trusted-types.ts'

/** The content of a drag or paste that can become a meme. */
export interface TransferContent {
  files: File[]
  /** URL of a picture or page, if there is no file. */
  link: string | null
}

export function readTransfer(data: DataTransfer): TransferContent {
  const files = [...data.files]
  return { files, link: files.length > 0 ? null : transferLink(data) }
}

/** Like `readTransfer`, for pastes outside text fields, where a URL copied as text stands for its picture. */
export function readPaste(data: DataTransfer): TransferContent {
  const carried = readTransfer(data)
  if (carried.link || carried.files.length > 0) return carried
  return { files: [], link: linkInText(data.getData('text/plain')) }
}

/** Returns the text if it is a URL and nothing else. */
export function linkInText(text: string): string | null {
  const link = text.trim()
  return /^https?:\/\/\S+$/i.test(link) ? link : null
}

/** Pictures dragged from other pages come as HTML that contains their URL. */
function transferLink(data: DataTransfer): string | null {
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
