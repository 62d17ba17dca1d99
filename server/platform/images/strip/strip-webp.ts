const RIFF_HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const FRAME_HEAD_BYTES = 16
const METADATA_FLAGS = 0x20 | 0x08 | 0x04
const ALPHA_FLAG = 0x10
const PIXELS = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** Chunks without pixels, and their lengths. */
const FIXED_BYTES: Readonly<Record<string, number>> = { VP8X: 10, ANIM: 6 }

interface Chunk {
  type: string
  data: Buffer
}

function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + CHUNK_HEAD_BYTES > bytes.length) return null
    const length = bytes.readUInt32LE(at + 4)
    const start = at + CHUNK_HEAD_BYTES
    if (start + length > bytes.length) return null
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(start, start + length) })
    at = start + length + (length % 2)
  }
  return chunks
}

function writeChunk({ type, data }: Chunk): Buffer {
  const chunk = Buffer.alloc(CHUNK_HEAD_BYTES + data.length + (data.length % 2))
  chunk.write(type, 0, 'latin1')
  chunk.writeUInt32LE(data.length, 4)
  data.copy(chunk, CHUNK_HEAD_BYTES)
  return chunk
}

function framePixels(frame: Buffer): Chunk[] | null {
  return readChunks(frame.subarray(FRAME_HEAD_BYTES))?.filter(({ type }) => PIXELS.has(type)) ?? null
}

function keptChunk(chunk: Chunk): Buffer | null {
  const { type, data } = chunk
  if (PIXELS.has(type)) return writeChunk(chunk)
  if (type === 'ANMF') {
    const pixels = framePixels(data)
    return (
      pixels &&
      writeChunk({ type, data: Buffer.concat([data.subarray(0, FRAME_HEAD_BYTES), ...pixels.map(writeChunk)]) })
    )
  }
  const length = FIXED_BYTES[type]
  if (length === undefined || data.length < length) return null
  const fixed = Buffer.from(data.subarray(0, length))
  if (type === 'VP8X') fixed[0] = (fixed[0] ?? 0) & ~METADATA_FLAGS
  return writeChunk({ type, data: fixed })
}

function chunksOf(bytes: Buffer): Chunk[] | null {
  const end = CHUNK_HEAD_BYTES + bytes.readUInt32LE(4)
  return end <= bytes.length ? readChunks(bytes.subarray(RIFF_HEAD_BYTES, end)) : null
}

/** Returns true if every frame is lossless. */
export function isLosslessWebp(bytes: Buffer): boolean {
  const frames = (chunksOf(bytes) ?? []).flatMap((chunk) =>
    chunk.type === 'ANMF' ? (framePixels(chunk.data) ?? []) : [chunk],
  )
  return frames.some(({ type }) => type === 'VP8L') && !frames.some(({ type }) => type === 'VP8 ')
}

function riff(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/**
 * Returns still pictures of a stripped WebP's frames, one for each chunk with pixels, each without its last bytes. Skips chunks
 * that are too short.
 */
export function withoutChunkEnds(bytes: Buffer, missing: number): Buffer[] {
  const chunks = chunksOf(bytes) ?? []
  const moving = chunks.filter(({ type }) => type === 'ANMF')
  const frames = moving.length > 0 ? moving.map(({ data }) => framePixels(data) ?? []) : [chunks]
  return frames.flatMap((frame, nth) => {
    const pixels = frame.filter(({ type }) => PIXELS.has(type))
    const alpha = pixels.some(({ type }) => type === 'ALPH')
    const head = alpha ? [writeChunk(stillHead(moving[nth]?.data, chunks))] : []
    return pixels
      .filter(({ data }) => data.length > missing)
      .map((cut) => {
        const shorter = { ...cut, data: cut.data.subarray(0, -missing) }
        return riff([...head, ...pixels.map((chunk) => writeChunk(chunk === cut ? shorter : chunk))])
      })
  })
}

/** The part of the picture that a frame of an animated WebP paints. */
export interface FrameArea {
  left: number
  top: number
  width: number
  height: number
  /** True if transparent pixels leave the frame before visible. */
  blends: boolean
  /** True if its area gets transparent before the next frame. */
  clears: boolean
}

export interface WebpFrame extends FrameArea {
  /** A still picture of the frame's size. */
  picture: Buffer
}

/** Returns the frames of an animated WebP that this server made (WebP container specification, "ANMF chunk"). */
export function readWebpFrames(bytes: Buffer): WebpFrame[] {
  const moving = (chunksOf(bytes) ?? []).filter(({ type }) => type === 'ANMF')
  return moving.map(({ data }) => {
    const pixels = framePixels(data) ?? []
    const head = pixels.some(({ type }) => type === 'ALPH') ? [stillHead(data, [])] : []
    const flags = data.readUInt8(15)
    return {
      picture: riff([...head, ...pixels].map(writeChunk)),
      left: data.readUIntLE(0, 3) * 2,
      top: data.readUIntLE(3, 3) * 2,
      width: data.readUIntLE(6, 3) + 1,
      height: data.readUIntLE(9, 3) + 1,
      blends: (flags & 2) === 0,
      clears: (flags & 1) === 1,
    }
  })
}

/** Returns the VP8X chunk of a still picture with transparency, with the size of a frame, or of the whole picture. */
function stillHead(frame: Buffer | undefined, chunks: readonly Chunk[]): Chunk {
  const size = frame?.subarray(6, 12) ?? chunks.find(({ type }) => type === 'VP8X')?.data.subarray(4, 10)
  return { type: 'VP8X', data: Buffer.concat([Buffer.from([ALPHA_FLAG, 0, 0, 0]), size ?? Buffer.alloc(6)]) }
}

/**
 * Strips EXIF, XMP, profile, unknown chunks and trailing data from a WebP; preserves frames, delays and loop count. Returns
 * null for unusual layouts.
 */
export function stripWebp(bytes: Buffer): Buffer | null {
  const kept = chunksOf(bytes)
    ?.map(keptChunk)
    .filter((chunk) => chunk !== null)
  if (!kept || kept.length === 0) return null
  return riff(kept)
}
