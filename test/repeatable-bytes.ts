import { createHash } from 'node:crypto'

/** Bytes that look random; the same seed gives the same bytes. */
export const repeatableBytes = (seed: string, count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(count / 32) }, (_, at) => createHash('sha256').update(`${seed}${at}`).digest()),
  ).subarray(0, count)
