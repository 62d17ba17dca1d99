import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same, for secrets and signatures: compared as digests, so that the time tells neither length nor beginning. */
export function isSameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
