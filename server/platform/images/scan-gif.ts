const EXTENSION = 0x21
const IMAGE = 0x2c

/** Returns the size in bytes of the color table that a packed field declares. */
export function colorTableBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0
}

/** @returns the end of the chain of data sub-blocks, or null if the file ends first */
export function skipSubBlocks(bytes: Buffer, start: number): number | null {
  let at = start
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return null
    at += 1 + length
    if (length === 0) return at
  }
}

/**
 * Scans the blocks of a GIF without decompressing them: counts the frames and checks that the last one is complete, because
 * decoders silently shorten a truncated animation. Accepts a missing trailer, like browsers.
 * @param bytes the whole file
 */
export function scanGif(bytes: Buffer): { frames: number; whole: boolean } {
  let frames = 0
  let at = 13 + colorTableBytes(bytes[10] ?? 0)
  if (at > bytes.length) return { frames, whole: false }
  for (;;) {
    const kind = bytes[at]
    let end: number | null
    if (kind === EXTENSION) {
      end = skipSubBlocks(bytes, at + 2)
    } else if (kind === IMAGE) {
      // Descriptor of 10 bytes, local color table, one byte of code size, then the data.
      end = skipSubBlocks(bytes, at + 11 + colorTableBytes(bytes[at + 9] ?? 0))
      if (end !== null) frames += 1
    } else {
      return { frames, whole: true }
    }
    if (end === null) return { frames, whole: false }
    at = end
  }
}
