import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncFile } from '#server/platform/sync-file.ts'

export interface WrittenFile {
  bytes: number
  /** Hex digest. */
  sha256: string
}

/** Passes bytes through while computing their count and digest. */
export function digesting(): { stream: Transform; result(): WrittenFile } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Writes blocks of newline-terminated lines as a compressed file, durable when this resolves. */
export async function writeLines(file: string, blocks: AsyncIterable<string>): Promise<WrittenFile> {
  await mkdir(path.dirname(file), { recursive: true })
  const { stream, result } = digesting()
  await pipeline(Readable.from(blocks), createGzip({ level: 4 }), stream, createWriteStream(file, { mode: 0o600 }))
  await syncFile(file)
  return result()
}

/** Yields the lines of such a file. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error))
  try {
    yield* createInterface({ input: source.pipe(text), crlfDelay: Number.POSITIVE_INFINITY })
  } finally {
    source.destroy()
    text.destroy()
  }
}

export async function digestStream(source: Readable): Promise<WrittenFile> {
  const { stream, result } = digesting()
  stream.resume()
  await pipeline(source, stream)
  return result()
}

/** Returns a file's size in bytes and its digest; null if it is missing. */
export async function digestFile(file: string): Promise<WrittenFile | null> {
  try {
    return await digestStream(createReadStream(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
