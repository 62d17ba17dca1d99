import * as z from 'zod'

/** One picture of a source, not read yet. */
export interface ImportItem {
  /** What the operator knows it by: a path or an address. */
  label: string
  fileName: string
  name: string
  description: string
  altText?: string | undefined
  /** Added to the description as hashtags, where it does not have them. */
  tags: string[]
  createdAt?: Date | undefined
  isSensitive?: boolean | undefined
  /** @throws if it cannot be read */
  open(): Promise<AsyncIterable<Buffer>>
}

/** Items one at a time, so that a source of any size needs little memory. */
export interface ImportSource {
  /** What kind of source it is, for people. */
  kind: string
  /** The member whose memes these were, if the source names one. */
  username?: string | undefined
  items(): AsyncIterable<ImportItem>
  close(): Promise<void>
}

/** A time as other sites write it; undefined for none, and for a day that does not exist. */
export function timeFrom(text: string | undefined): Date | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '') ?? []
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) || (day && !z.iso.date().safeParse(day).success) ? undefined : time
}
