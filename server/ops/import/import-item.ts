import * as z from 'zod'

/** An unread picture of a source. */
export interface ImportItem {
  /** Identifies the item to the operator: a path or an address. */
  label: string
  fileName: string
  name: string
  description: string
  altText?: string | undefined
  /** Appended to the description as hashtags unless already present. */
  tags: string[]
  createdAt?: Date | undefined
  isSensitive?: boolean | undefined
  /** @throws if the item cannot be read */
  open(): Promise<AsyncIterable<Buffer>>
}

/** Yields items one at a time, so that a source of any size needs little memory. */
export interface ImportSource {
  /** The kind of source, in words for people. */
  kind: string
  /** The member who posted these memes, if the source names one. */
  username?: string | undefined
  items(): AsyncIterable<ImportItem>
  close(): Promise<void>
}

/** Parses a time as other sites write it; undefined if it is missing or names a day that does not exist. */
export function timeFrom(text: string | undefined): Date | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '') ?? []
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) || (day && !z.iso.date().safeParse(day).success) ? undefined : time
}
