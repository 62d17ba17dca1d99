import { sql } from 'kysely'
import type { Meme } from '#contract/memes/memes.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
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

/**
 * Returns the details of memes by id, without checking visibility: only for memes that passed the filter. Details in memory with the
 * same version are not read again, because reading and parsing their columns takes most of the time of a page.
 * @param memes their ids and `detailsVersion`
 */
export async function findDetails(
  { db, caches }: DetailsDeps,
  memes: readonly { id: string; version: string }[],
): Promise<Map<string, MemeDetails>> {
  const cache = caches.open<Entry>({
    name: 'meme-details',
    max: MAX_BYTES,
    sizeOf: ({ details }) => ENTRY_BYTES + BYTES_PER_CHAR * charsOf(details),
    topics: [],
  })
  const found = new Map<string, MemeDetails>()
  const missing: string[] = []
  for (const { id, version } of memes) {
    const known = cache.get(id)
    if (known?.version === version) found.set(id, known.details)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  const era = cache.era()
  for (const { id, version, ...row } of await readDetails(db, missing)) {
    const details = present(row)
    cache.set(id, { version, details }, era)
    found.set(id, details)
  }
  return found
}

interface DetailsRow extends MemePicture {
  id: string
  version: string
  name: string
  description: string
  alt_text: string
  tags: string[]
  location: Meme['location']
  status: Meme['status']
  sensitive_by: NonNullable<Meme['sensitiveBy']> | null
  created_at: Date
  updated_at: Date
  picture_text: string | null
}

async function readDetails(db: Db, ids: string[]): Promise<DetailsRow[]> {
  const found = await sql<DetailsRow>`${prepared}
    select m.id, ${detailsVersion} as version, m.name, m.description, m.alt_text, m.tags, m.location, m.status, m.blob_origin,
      m.blob_medium, m.blob_small, m.width, m.height, m.thumbhash, m.animated, m.sensitive_by, m.mime, m.created_at, m.updated_at,
      t.picture_text
    from memes m left join meme_texts t on t.meme_id = m.id
    where m.id = any(${ids}::uuid[])`.execute(db)
  return found.rows
}

const present = (row: Omit<DetailsRow, 'id' | 'version'>): MemeDetails => ({
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
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const charsOf = ({ name, description, altText, imageText = '', tag }: MemeDetails): number =>
  name.length + description.length + altText.length + imageText.length + tag.join(' ').length
