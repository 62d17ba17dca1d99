import { cutShown, lengthOf } from '#contract/bounded.ts'
import {
  BULK_FILE_MAX_BYTES,
  BULK_MAX_FILES,
  MEME_DESCRIPTION_MAX_CHARS,
  MEME_NAME_MAX_CHARS,
} from '#contract/limits.ts'

/** An upload, and the index of a file in it. */
export interface Place {
  uploadId: string
  index: number
}

/** One chosen file with its texts. */
export interface BulkEntry {
  /** Unique id of the file, also the idempotency key on the server. */
  id: string
  file: File
  metadata: { name: string; description: string; sensitive: boolean }
  /** Its place on the server, which expects the rest of it; null before it is announced. */
  announced: Place | null
  /** Its place on the server; null before it is there. */
  sent: Place | null
  /** Error message of its last failure. */
  failure: string | null
}

export interface RejectedFiles {
  notImages: string[]
  tooLarge: string[]
  /** Some files exceeded the limit. */
  tooMany: boolean
}

const NONE: RejectedFiles = { notImages: [], tooLarge: [], tooMany: false }

/** Adds files in order, up to the limit. */
export function addFiles(
  entries: readonly BulkEntry[],
  files: readonly File[],
): { entries: BulkEntry[]; rejected: RejectedFiles } {
  const notImages = files.filter((file) => !file.type.startsWith('image/'))
  const images = files.filter((file) => file.type.startsWith('image/'))
  const tooLarge = images.filter((file) => file.size > BULK_FILE_MAX_BYTES)
  const good = images.filter((file) => file.size <= BULK_FILE_MAX_BYTES)
  const taken = good.slice(0, Math.max(0, BULK_MAX_FILES - entries.length))
  const rejected = {
    ...NONE,
    notImages: notImages.map((file) => file.name),
    tooLarge: tooLarge.map((file) => file.name),
    tooMany: taken.length < good.length,
  }
  return { entries: [...entries, ...taken.map(newEntry)], rejected }
}

function newEntry(file: File): BulkEntry {
  return {
    id: crypto.randomUUID(),
    file,
    metadata: { name: defaultName(file.name), description: '', sensitive: false },
    announced: null,
    sent: null,
    failure: null,
  }
}

/** Returns the file name without its extension, cut to the maximum length of a name. */
export function defaultName(fileName: string): string {
  return cutShown(fileName.replace(/\.[^.]*$/, ''), MEME_NAME_MAX_CHARS)
}

/** Moves one entry by a number of positions, clamped to the ends of the list. */
export function moveEntry(entries: readonly BulkEntry[], id: string, by: number): BulkEntry[] {
  const from = entries.findIndex((entry) => entry.id === id)
  const moved = entries[from]
  if (!moved) return [...entries]
  const rest = entries.filter((entry) => entry.id !== id)
  return rest.toSpliced(Math.min(rest.length, Math.max(0, from + by)), 0, moved)
}

/** Moves an entry to another's position. */
export function moveBefore(entries: readonly BulkEntry[], id: string, targetId: string): BulkEntry[] {
  const from = entries.findIndex((entry) => entry.id === id)
  const to = entries.findIndex((entry) => entry.id === targetId)
  return from < 0 || to < 0 ? [...entries] : moveEntry(entries, id, to - from)
}

/**
 * Applies one description, one tag and the sensitive mark to many entries. Only fills empty descriptions, and appends the tag to
 * each. Leaves texts unchanged if the result would be too long.
 */
export function describeAll(
  entries: readonly BulkEntry[],
  description: string,
  tag: string,
  sensitive = false,
): BulkEntry[] {
  const hashtag = tag.trim().replace(/^#+/, '').replace(/\s+/g, '_')
  return entries.map((entry) => {
    const base = entry.metadata.description || description.trim()
    const has = base.toLowerCase().split(/\s+/).includes(`#${hashtag.toLowerCase()}`)
    const next = hashtag && !has ? `${base} #${hashtag}`.trim() : base
    const fits = lengthOf(next) <= MEME_DESCRIPTION_MAX_CHARS
    const { metadata } = entry
    const marked = metadata.sensitive || sensitive
    return { ...entry, metadata: { ...metadata, description: fits ? next : metadata.description, sensitive: marked } }
  })
}

export const isWithinBounds = ({ name, description }: Pick<BulkEntry['metadata'], 'name' | 'description'>): boolean =>
  lengthOf(name) <= MEME_NAME_MAX_CHARS && lengthOf(description) <= MEME_DESCRIPTION_MAX_CHARS

export const totalBytes = (entries: readonly BulkEntry[]): number =>
  entries.reduce((sum, entry) => sum + entry.file.size, 0)
