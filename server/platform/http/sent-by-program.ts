import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a program sent the request on purpose: a script with `fetch`, or software outside of browsers. Pictures, frames, forms, links,
 * and prefetches do not count, because any page can contain them.
 */
export const isSentByProgram = ({ 'sec-fetch-dest': destination, ...headers }: IncomingHttpHeaders): boolean =>
  (destination === undefined || destination === 'empty') &&
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined
