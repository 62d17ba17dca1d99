import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { newId } from '#server/db/id.ts'
import { closeDeps, openDeps } from '#server/open-deps.ts'
import { fillDay } from './day-library.ts'

/** About what a picture of 800 × 600 has as it came, and as it is shown in lists. */
const SIZES = { origin: 60_000, small: 12_000 }
const AT_ONCE = 8

/**
 * Members, memes with words and actions as `fillDay` makes them, each with two files of random bytes, in the site of `environment`,
 * which no server has open.
 */
export async function fillWithPictures(environment: Record<string, string>, count: number): Promise<void> {
  const opened = await openDeps(readConfig({ ...environment, DEMO: 'false' }))
  try {
    const { deps } = opened
    const { members } = await fillDay(opened, count)
    const waiting = members.flatMap(({ memes }) => memes)
    const store = async (bytes: number) => {
      const content = randomBytes(bytes)
      const key = `${createHash('sha256').update(content).digest('hex').slice(0, 40)}.webp`
      const staged = path.join(deps.stagingDir, newId())
      await writeFile(staged, content)
      await deps.blobs.put(key, staged, 'image/webp')
      return { key, bytes, mime: 'image/webp' }
    }
    const lane = async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const files = [await store(SIZES.origin), await store(SIZES.small)] as const
        await deps.db.insertInto('blobs').values(files).execute()
        const [origin, small] = files.map(({ key }) => key)
        await sql`update memes set blob_origin = ${origin}, blob_medium = ${origin}, blob_small = ${small} where id = ${id}`.execute(
          deps.db,
        )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    // Files that are names only, which the memes had until now.
    await sql`delete from blobs where bytes = 1`.execute(deps.db)
  } finally {
    await closeDeps(opened)
  }
}
