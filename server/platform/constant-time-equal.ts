import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares secrets or signatures. Compares digests, so that timing reveals neither length nor prefix. */
export function isEqualConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
