import { createHash } from 'node:crypto'

/**
 * Returns the hash to store of a long random secret: SHA-256 in base64url. A plain digest is enough, because such a secret cannot be
 * brute-forced.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
