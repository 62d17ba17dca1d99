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
