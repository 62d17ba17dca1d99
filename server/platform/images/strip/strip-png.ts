import { finished } from 'node:stream/promises'
import { crc32, createInflate } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** Bytes of length, type and checksum around a chunk's data. */
const CHUNK_FRAME_BYTES = 12
/** Chunks to retain. Excludes text, time, EXIF, gamma and profile, and the frames of an APNG, which are never used. */
const KEPT_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS'])
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + CHUNK_FRAME_BYTES)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** Returns the uncompressed size of all rows, each with its filter byte. */
function rawBytes(header: Buffer): number {
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const bitsPerPixel = (header[8] ?? 0) * (CHANNELS[header[9] ?? 0] ?? 0)
  const rows = (columns: number, lines: number) =>
    columns > 0 ? lines * (1 + Math.ceil((columns * bitsPerPixel) / 8)) : 0
  if (header[12] !== 1) return rows(width, height)
  return ADAM7.reduce(
    (sum, [x, y, stepX, stepY]) =>
      sum + rows(Math.ceil((width - x) / stepX), Math.max(0, Math.ceil((height - y) / stepY))),
    0,
  )
}

/** Returns how much of the compressed data encodes the pixels; null if it does not match them exactly. */
async function endOfPixels(data: Buffer, expected: number): Promise<number | null> {
  const inflate = createInflate({ chunkSize: 256 * 1024 })
  let made = 0
  inflate.on('data', (part: Buffer) => {
    made += part.length
    if (made > expected) inflate.destroy(new Error('more than its pixels'))
  })
  inflate.end(data)
  try {
    await finished(inflate, { writable: false })
  } catch {
    return null
  }
  return made === expected ? inflate.bytesWritten : null
}

/**
 * Strips everything but the pixels from a PNG: retains header, palette, transparency and compressed rows bit for bit. Returns
 * null for unusual layouts.
 */
export async function stripPng(bytes: Buffer): Promise<Buffer | null> {
  const kept: Buffer[] = []
  const compressed: Buffer[] = []
  let at = SIGNATURE_BYTES
  for (;;) {
    if (at + CHUNK_FRAME_BYTES > bytes.length) return null
    const end = at + CHUNK_FRAME_BYTES + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') break
    if (type === 'IDAT') compressed.push(bytes.subarray(at + 8, end - 4))
    else if (KEPT_CHUNKS.has(type)) kept.push(bytes.subarray(at, end))
    at = end
  }
  const header = kept[0]?.subarray(8, 21)
  if (header?.length !== 13) return null
  const data = Buffer.concat(compressed)
  const pixelsEnd = await endOfPixels(data, rawBytes(header))
  if (pixelsEnd === null) return null
  const signature = bytes.subarray(0, SIGNATURE_BYTES)
  return Buffer.concat([
    signature,
    ...kept,
    pngChunk('IDAT', data.subarray(0, pixelsEnd)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
