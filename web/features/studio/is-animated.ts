/** The `VP8X` chunk comes first. A color profile of any length may follow before the frames. */
const WEBP_HEAD_BYTES = 21
const WEBP_FLAGS_AT = 20
const WEBP_ANIMATION = 0x02

/** Returns true if a GIF or WebP has more than one frame. Other formats count as still. */
export async function isAnimated(blob: Blob): Promise<boolean> {
  const head = new Uint8Array(await blob.slice(0, WEBP_HEAD_BYTES).arrayBuffer())
  const text = String.fromCharCode(...head)
  if (text.startsWith('RIFF'))
    return text.slice(8, 16) === 'WEBPVP8X' && ((head[WEBP_FLAGS_AT] ?? 0) & WEBP_ANIMATION) !== 0
  return text.startsWith('GIF8') && countGifFrames(new Uint8Array(await blob.arrayBuffer()), 2) > 1
}

/** Counts the frames of a GIF by walking its blocks, up to `enough`. */
function countGifFrames(bytes: Uint8Array, enough: number): number {
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableSize(bytes[10] ?? 0)
  let frames = 0
  const skipBlocks = () => {
    while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1
    at += 1
  }
  while (at < bytes.length && frames < enough) {
    const kind = bytes[at]
    if (kind === 0x21) {
      at += 2
      skipBlocks()
    } else if (kind === 0x2c) {
      frames += 1
      at += 10 + tableSize(bytes[at + 9] ?? 0) + 1
      skipBlocks()
    } else break
  }
  return frames
}
