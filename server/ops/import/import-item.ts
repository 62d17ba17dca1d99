import * as z from 'zod'

/** Why an item is skipped, as the report lists it. */
export type Reason =
  | 'duplicate'
  | 'unsupported type'
  | 'too large'
  | 'missing file'
  | 'no rights'
  | 'outside of the source'
  | 'hidden'
  | 'refused'
  | 'unreachable'
  | 'unreadable'

/** Thrown for an item that is skipped. The import continues with the next one. */
export class Skipped extends Error {
  override name = 'Skipped'
  readonly reason: Reason

  constructor(reason: Reason, detail = '') {
    super(detail)
    this.reason = reason
  }
}

/** An unread picture of a source. */
export interface ImportItem {
  /** Identifies the item to the operator: a path or an address. */
  label: string
  /** Identifies a picture that has to be downloaded, so that a later run does not download it again. */
  key?: string
  fileName: string
  name: string
  description: string
  altText?: string | undefined
  /** Appended to the description as hashtags unless already present. */
  tags: string[]
  createdAt?: Date | undefined
  isSensitive?: boolean | undefined
  /**
   * Opens the picture, and may complete the texts above.
   * @throws Skipped, or another error if the item cannot be read
   */
  open(): Promise<AsyncIterable<Buffer>>
}

/** Yields items one at a time, so that a source of any size needs little memory. */
export interface ImportSource {
  /** The kind of source, in words for people: "a folder". */
  kind: string
  /** The member who posted these memes, if the source names one. */
  username?: string | undefined
  items(): AsyncIterable<ImportItem>
  close(): Promise<void>
}

/** An item that a reader leaves out by its name or its type. */
export const skippedItem = (label: string, reason: Reason, detail?: string): ImportItem => ({
  label,
  fileName: '',
  name: '',
  description: '',
  tags: [],
  open: () => Promise.reject(new Skipped(reason, detail)),
})

/** Splits a caption: its first line is the name, the rest the description. */
export function splitCaption(caption: string): { name: string; description: string } {
  const [name = '', ...rest] = caption.trim().split(/\r?\n/)
  return { name, description: rest.join('\n').trim() }
}

/** Extensions and MIME types of pictures that the site accepts. */
export const PICTURE_NAME = /\.(jpe?g|png|gif|webp|avif)$/i
export const PICTURE_MIME = /^image\/(jpeg|png|gif|webp|avif)$/i

/** Parses a time as other sites write it; undefined if it is missing or names a day that does not exist. */
export function timeFrom(text: string | undefined): Date | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '') ?? []
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) || (day && !z.iso.date().safeParse(day).success) ? undefined : time
}

/** @throws Skipped with the detail if there are more than `maxBytes` */
export async function readText(source: AsyncIterable<Buffer>, maxBytes: number, detail: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Skipped('too large', detail)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
