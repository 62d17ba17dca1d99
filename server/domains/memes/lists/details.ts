import { type RawBuilder, sql } from 'kysely'
import type { Meme } from '#contract/memes/memes.ts'
import type { Db } from '#server/platform/db/db.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type MemePicture, presentImage } from './present-image.ts'

/** The part of a meme that is the same for all viewers and changes only when it is edited, moderated or read. */
export type MemeDetails = Pick<
  Meme,
  | 'name'
  | 'description'
  | 'altText'
  | 'imageText'
  | 'tag'
  | 'location'
  | 'status'
  | 'sensitive'
  | 'sensitiveBy'
  | 'image'
  | 'createdAt'
  | 'updatedAt'
>

export type DetailsDeps = Pick<Deps, 'db' | 'caches'>

interface Entry {
  version: string
  details: MemeDetails
}

const MAX_BYTES = 16 * 1024 * 1024
/** Estimated memory of an entry besides its texts. */
const ENTRY_BYTES = 1200
const BYTES_PER_CHAR = 2

/** Changes with every write to the rows of the meme `m` and its text `t`, also within a transaction. */
export const detailsVersion = sql`concat(m.xmin, m.ctid, t.xmin, t.ctid)`

const openCache = (caches: DetailsDeps['caches']) =>
  caches.open<Entry>({
    name: 'meme-details',
    max: MAX_BYTES,
    sizeOf: ({ details }) => ENTRY_BYTES + BYTES_PER_CHAR * charsOf(details),
    topics: [],
  })

/**
 * The details of those of some memes that are not in memory, as a column of a statement about the meme `m` and its text `t`: null
 * for other memes.
 */
export function unknownDetails({ caches }: DetailsDeps, ids: readonly string[]): RawBuilder<MemeDetailsRow | null> {
  const cache = openCache(caches)
  const unknown = ids.filter((id) => !cache.peek(id))
  return sql`case when m.id = any(${arrayOf(unknown, 'uuid')}::uuid[]) then (select row_to_json(d) from (select ${columns}) d) end`
}

/**
 * Returns the details of memes by id, without checking visibility: only for memes that passed the filter. Details in memory with the
 * same version are not read again, because reading and parsing their columns takes most of the time of a page.
 * @param memes their ids, `detailsVersion`, and `unknownDetails`
 * @param era `detailsEra` from before those were read
 */
export async function findDetails(
  { db, caches }: DetailsDeps,
  memes: readonly { id: string; version: string; unknown_details: MemeDetailsRow | null }[],
  era: number,
): Promise<Map<string, MemeDetails>> {
  const cache = openCache(caches)
  const found = new Map<string, MemeDetails>()
  const missing: string[] = []
  const add = (id: string, version: string, row: MemeDetailsRow) => {
    const details = present(row)
    cache.set(id, { version, details }, era)
    found.set(id, details)
  }
  for (const { id, version, unknown_details: unknown } of memes) {
    const known = cache.get(id)
    if (known?.version === version) found.set(id, known.details)
    else if (unknown) add(id, version, unknown)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  for (const { id, version, ...row } of await readDetails(db, missing)) add(id, version, row)
  return found
}

/** @returns the era of the memory of details; see `Cache` */
export const detailsEra = ({ caches }: DetailsDeps): number => openCache(caches).era()

export interface MemeDetailsRow extends MemePicture {
  name: string
  description: string
  alt_text: string
  tags: string[]
  location: Meme['location']
  status: Meme['status']
  sensitive_by: NonNullable<Meme['sensitiveBy']> | null
  /** A text in JSON. */
  created_at: Date | string
  updated_at: Date | string
  picture_text: string | null
}

const columns = sql`
  m.name, m.description, m.alt_text, m.tags, m.location, m.status, m.blob_origin, m.blob_medium, m.blob_small, m.width, m.height,
  m.thumbhash, m.animated, m.sensitive_by, m.mime, m.created_at, m.updated_at, t.picture_text`

async function readDetails(db: Db, ids: string[]): Promise<(MemeDetailsRow & { id: string; version: string })[]> {
  const found = await sql<MemeDetailsRow & { id: string; version: string }>`${prepared}
    select m.id, ${detailsVersion} as version, ${columns}
    from memes m left join meme_texts t on t.meme_id = m.id
    where m.id = any(${ids}::uuid[])`.execute(db)
  return found.rows
}

const present = (row: MemeDetailsRow): MemeDetails => ({
  name: row.name,
  description: row.description,
  altText: row.alt_text,
  imageText: row.picture_text || undefined,
  tag: row.tags,
  location: row.location,
  status: row.status,
  sensitive: row.sensitive_by !== null,
  sensitiveBy: row.sensitive_by ?? undefined,
  image: presentImage(row),
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
})

const charsOf = ({ name, description, altText, imageText = '', tag }: MemeDetails): number =>
  name.length + description.length + altText.length + imageText.length + tag.join(' ').length
