import type { Db, Tx } from '#server/platform/db/db.ts'
import { deleteLogo, findLogo, storeLogo } from './logo-queries.ts'

/** The logo's address changes with its picture, so that it may be kept for ever. */
export const logoPath = (hash: string): string => `/site-logo/${hash}.webp`

/** The logo as WebP by the last part of its path; null for any other. */
export async function getLogo(db: Db, file: string): Promise<Buffer | null> {
  const [, hash] = /^([0-9a-f]{32})\.webp$/.exec(file) ?? []
  return hash === undefined ? null : findLogo(db, hash)
}

/** Puts a small WebP in place of the logo; answers its path. */
export async function replaceLogo(tx: Tx, picture: Buffer): Promise<string> {
  return logoPath(await storeLogo(tx, picture))
}

/** Answers whether there was one. */
export const removeLogo = (tx: Tx): Promise<boolean> => deleteLogo(tx)
