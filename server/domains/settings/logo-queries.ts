import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { readValue, storeValue } from '#server/platform/db/stored-value-queries.ts'

/**
 * Stored beside the admins' settings, which have keys with the prefix `site.`: backups include it, and every node can read it.
 */
const HASH_KEY = 'logo.hash'
const PICTURE_KEY = 'logo.picture'

/** Returns the hash of the logo's bytes as hex; null without a logo. */
export async function findLogoHash(db: Db): Promise<string | null> {
  return (await readValue(db, HASH_KEY)) ?? null
}

/** Returns the logo as WebP if its hash matches. */
export async function findLogo(db: Db, hash: string): Promise<Buffer | null> {
  if ((await findLogoHash(db)) !== hash) return null
  const picture = await readValue(db, PICTURE_KEY)
  return picture === undefined ? null : Buffer.from(picture, 'base64')
}

/** Replaces the logo with a small WebP; returns its hash. */
export async function storeLogo(tx: Tx, picture: Buffer): Promise<string> {
  const hash = createHash('sha256').update(picture).digest('hex').slice(0, 32)
  await storeValue(tx, PICTURE_KEY, picture.toString('base64'))
  await storeValue(tx, HASH_KEY, hash)
  return hash
}

/** Returns whether there was a logo. */
export async function deleteLogo(tx: Tx): Promise<boolean> {
  const removed = await tx.deleteFrom('settings').where('key', 'in', [HASH_KEY, PICTURE_KEY]).returning('key').execute()
  return removed.length > 0
}
