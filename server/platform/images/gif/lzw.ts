const CODES_MAX = 4096
const SLOTS = 16_384
const BLOCK_MAX_BYTES = 255

/** Returns a function that compresses frames one after another in the same memory. */
export function createLzw() {
  // A slot of the hash table has a prefix and a pixel, and their code.
  const keys = new Int32Array(SLOTS)
  const codes = new Uint16Array(SLOTS)
  return (pixels: Uint8Array, minimum: number, out: Uint8Array, start: number): number =>
    compress({ keys, codes }, pixels, minimum, out, start)
}

/**
 * Compresses the pixels of one frame (GIF89a, appendix F), with the minimum code size at the start and an empty block at the end.
 * Returns the position behind the last byte.
 * @param out a buffer with room for `lzwMaxBytes`
 */
function compress(
  { keys, codes }: { keys: Int32Array; codes: Uint16Array },
  pixels: Uint8Array,
  minimum: number,
  out: Uint8Array,
  start: number,
): number {
  const [clear, end] = [1 << minimum, (1 << minimum) + 1]
  keys.fill(-1)
  let [next, width] = [end + 1, minimum + 1]
  let [bits, bitCount] = [0, 0]
  let block = start + 1
  let at = block + 1
  out[start] = minimum

  const write = (code: number) => {
    bits |= code << bitCount
    bitCount += width
    while (bitCount >= 8) {
      out[at++] = bits & 255
      bits >>>= 8
      bitCount -= 8
      if (at - block > BLOCK_MAX_BYTES) {
        out[block] = BLOCK_MAX_BYTES
        block = at++
      }
    }
  }

  write(clear)
  let prefix = pixels[0] as number
  for (let index = 1; index < pixels.length; index += 1) {
    const pixel = pixels[index] as number
    const key = (prefix << 8) | pixel
    let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (SLOTS - 1)
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & (SLOTS - 1)
    if (keys[slot] === key) {
      prefix = codes[slot] as number
      continue
    }
    write(prefix)
    if (next < CODES_MAX) {
      if (next === 1 << width) width += 1
      keys[slot] = key
      codes[slot] = next++
    } else {
      write(clear)
      keys.fill(-1)
      next = end + 1
      width = minimum + 1
    }
    prefix = pixel
  }
  write(prefix)
  // A decoder adds one more entry, which may need another bit.
  if (next === 1 << width && width < 12) width += 1
  write(end)
  if (bitCount > 0) out[at++] = bits & 255
  const left = at - block - 1
  out[block] = left
  // The block's length is the end if no bytes are left.
  if (left > 0) out[at++] = 0
  return at
}

/** The most bytes that this many pixels need: one code of 12 bits for each, codes that clear the table, and lengths of blocks. */
export const lzwMaxBytes = (pixels: number): number => Math.ceil(pixels * 1.6) + 64
