import type { Db, Tx } from '#server/platform/db/db.ts'
import { deleteLogo, findLogo, storeLogo } from './logo-queries.ts'

/** The logo's address changes with its picture, so that it can be cached forever. */
export const logoPath = (hash: string): string => `/site-logo/${hash}.webp`

/** Returns the logo as WebP by the last part of its path; null if it does not match. */
export async function getLogo(db: Db, file: string): Promise<Buffer | null> {
  const [, hash] = /^([0-9a-f]{32})\.webp$/.exec(file) ?? []
  return hash === undefined ? null : findLogo(db, hash)
}

/** Replaces the logo with a small WebP; returns its path. */
export async function replaceLogo(tx: Tx, picture: Buffer): Promise<string> {
  return logoPath(await storeLogo(tx, picture))
}

/** Removes the logo; returns whether there was one. */
export const removeLogo = (tx: Tx): Promise<boolean> => deleteLogo(tx)
