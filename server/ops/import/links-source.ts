import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ImportItem, ImportSource } from './import-item.ts'

export type FetchPicture = (url: string) => Promise<Buffer>

/** Reads one address per line, optionally followed by a name. Skips empty lines and lines that begin with #. */
export function linksSource(file: string, fetchPicture: FetchPicture): ImportSource {
  async function* items(): AsyncGenerator<ImportItem> {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const [address = '', ...name] = line.trim().split(/\s+/)
      if (address === '' || address.startsWith('#')) continue
      yield {
        label: address,
        key: `link ${address}`,
        fileName: path.posix.basename(address.split(/[?#]/)[0] ?? ''),
        name: name.join(' '),
        description: '',
        tags: [],
        open: () => fetched(fetchPicture, address),
      }
    }
  }
  return { kind: 'a list of links', items, close: async () => {} }
}

export async function fetched(fetchPicture: FetchPicture, address: string): Promise<AsyncIterable<Buffer>> {
  const bytes = await fetchPicture(address)
  return (async function* () {
    yield bytes
  })()
}
