import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findBlob } from './queries.ts'

/**
 * A stored file that may be shown. Throws meme.removed for removed ones; null if it does not exist or is only used by hidden
 * members.
 */
export async function findPublicFile(
  deps: Pick<Deps, 'db'>,
  key: string,
): Promise<{ bytes: number; mime: string } | null> {
  const file = await findBlob(deps.db, key)
  if (!file) return null
  if (file.blocked) throw new AppError('meme.removed')
  return file.hidden ? null : file
}
