import type { KnownBulkFile } from '#contract/memes/bulk-upload.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { findByKeys } from './queries.ts'

/** Returns the caller's files that the server already has, so that a resumed upload only sends the others. */
export async function findReceivedFiles(
  deps: Pick<Deps, 'db'>,
  viewer: Member,
  keys: string[],
): Promise<KnownBulkFile[]> {
  const rows = await findByKeys(deps.db, viewer.userId, keys)
  return rows.flatMap(({ key, code, ...file }) =>
    key === null ? [] : [{ key, ...file, ...(code === null ? {} : { code }) }],
  )
}
