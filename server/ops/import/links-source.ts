import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { FetchPicture } from './booru-source.ts'
import type { ImportItem, ImportSource } from './import-item.ts'

/** Reads one address per line, optionally followed by a name. Skips empty lines and lines that begin with #. */
export function linksSource(file: string, fetchPicture: FetchPicture): ImportSource {
  async function* items(): AsyncGenerator<ImportItem> {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const [address = '', ...name] = line.trim().split(/\s+/)
      if (address === '' || address.startsWith('#')) continue
      yield {
        label: address,
        fileName: path.posix.basename(address.split(/[?#]/)[0] ?? ''),
        name: name.join(' '),
        description: '',
        tags: [],
        async open() {
          const bytes = await fetchPicture(address)
          return (async function* () {
            yield bytes
          })()
        },
      }
    }
  }
  return { kind: 'list of links', items, close: async () => {} }
}
