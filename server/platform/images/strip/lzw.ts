const CODES_MAX = 4096
const BITS_MAX = 12

/**
 * Returns how many bytes of a GIF frame's compressed data encode its pixels. Follows the codes without decoding pixels.
 * @param data the joined sub-blocks
 * @param minimumBits the initial code size
 * @param pixels the number of pixels in the frame
 */
export function endOfLzw(data: Buffer, minimumBits: number, pixels: number): number {
  if (minimumBits < 1 || minimumBits > 11) return data.length
  const clear = 1 << minimumBits
  const lengths = new Uint32Array(CODES_MAX).fill(1, 0, clear)
  let next = clear + 2
  let bits = minimumBits + 1
  let previous = -1
  let made = 0
  let buffered = 0
  let bufferedBits = 0
  let at = 0
  for (;;) {
    while (bufferedBits < bits) {
      if (at >= data.length) return data.length
      buffered |= (data[at] ?? 0) << bufferedBits
      bufferedBits += 8
      at += 1
    }
    const code = buffered & ((1 << bits) - 1)
    buffered >>>= bits
    bufferedBits -= bits
    if (code === clear) {
      next = clear + 2
      bits = minimumBits + 1
      previous = -1
    } else if (code === clear + 1) {
      return at
    } else {
      if (made >= pixels) return at
      if (previous >= 0 && next < CODES_MAX) {
        lengths[next] = (lengths[previous] ?? 0) + 1
        next += 1
        if (next === 1 << bits && bits < BITS_MAX) bits += 1
      }
      made += lengths[code] ?? 0
      previous = code
    }
  }
}
