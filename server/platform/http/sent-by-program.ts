import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns true for requests of programs: scripts with `fetch`, and software outside of browsers. Any page can contain pictures, frames,
 * forms, links, and prefetches, so their requests do not count.
 */
export const isSentByProgram = ({ 'sec-fetch-dest': destination, ...headers }: IncomingHttpHeaders): boolean =>
  (destination === undefined || destination === 'empty') &&
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined
