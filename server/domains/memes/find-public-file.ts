import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findBlob } from './queries.ts'

/**
 * Returns a stored file that may be shown, or null if it does not exist or only hidden members use it. Throws meme.removed for
 * removed files.
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
