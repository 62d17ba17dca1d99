import { type FileHandle, open } from 'node:fs/promises'
import { configure, type Entry, Reader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import * as z from 'zod'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { type ImportItem, type ImportSource, timeFrom } from './import-item.ts'

const LIST_MAX_BYTES = 256 * 1024 * 1024

const Listed = z.looseObject({
  name: z.string().default(''),
  description: z.string().nullish(),
  altText: z.string().nullish(),
  file: z.string().nullish(),
  createdAt: z.string().optional(),
  status: z.string().optional(),
  deletedAt: z.string().nullish(),
})

/** Reads ranges of an open file, so that an archive of any size needs little memory. */
class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle

  constructor(file: FileHandle, size: number) {
    super(file)
    this.#file = file
    this.size = size
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
}

/**
 * Reads a member's data export from this product: the memes of memes.json with their pictures.
 * @throws a one-line error for any other archive
 */
export async function zipSource(path: string): Promise<ImportSource> {
  configure({ useWebWorkers: false })
  const file = await open(path, 'r')
  try {
    const reader = new ZipReader(new FileReader(file, (await file.stat()).size), { checkSignature: true })
    const entries = new Map((await reader.getEntries()).map((entry) => [entry.filename, entry]))
    const readJson = async (name: string) => JSON.parse((await readEntry(entries.get(name), LIST_MAX_BYTES)).toString())
    const memes = z.array(z.unknown()).parse(await readJson('memes.json'))
    const profile = z.looseObject({ username: z.string() }).safeParse(await readJson('profile.json').catch(() => null))
    return {
      kind: 'copy of data',
      username: profile.data?.username,
      items: () => itemsOf(memes, entries),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw new Error(`${path} is not a copy of data made by Memeroom`, { cause: error })
  }
}

async function readEntry(entry: Entry | undefined, maxBytes: number): Promise<Buffer> {
  if (!entry || entry.directory) throw new Error('the file is missing in the archive')
  if (entry.uncompressedSize > maxBytes) throw new Error('the file is too large')
  return Buffer.from(await entry.getData(new Uint8ArrayWriter()))
}

async function* itemsOf(memes: unknown[], entries: Map<string, Entry>): AsyncGenerator<ImportItem> {
  for (const [index, raw] of memes.entries()) {
    const meme = Listed.safeParse(raw).data
    // Skip memes that moderators removed or the member deleted.
    if (meme && (meme.status === 'removed' || meme.deletedAt)) continue
    yield {
      label: meme?.file ?? `meme ${index + 1}`,
      fileName: meme?.file ?? '',
      name: meme?.name ?? '',
      description: meme?.description ?? '',
      altText: meme?.altText ?? undefined,
      tags: [],
      createdAt: timeFrom(meme?.createdAt),
      async open() {
        const bytes = await readEntry(entries.get(meme?.file ?? ''), PICTURE_MAX_BYTES)
        return (async function* () {
          yield bytes
        })()
      },
    }
  }
}
