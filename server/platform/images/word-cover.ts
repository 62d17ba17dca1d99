/** Outlines extend beyond a word's box by this share of its height; marks above capitals by more. */
const MARGIN = 0.2
const MARGIN_ABOVE = 0.4

/** Returns a mask with 1 where a word covers the picture. The boxes are fractions of width and height. */
export function coverOf(
  words: readonly { x: number; y: number; width: number; height: number }[],
  { width, height }: { width: number; height: number },
): Uint8Array {
  const cover = new Uint8Array(width * height)
  for (const word of words) {
    const high = word.height * height
    const left = Math.max(0, Math.floor(word.x * width - high * MARGIN))
    const right = Math.min(width, Math.ceil((word.x + word.width) * width + high * MARGIN))
    const bottom = Math.min(height, Math.ceil((word.y + word.height) * height + high * MARGIN))
    for (let y = Math.max(0, Math.floor(word.y * height - high * MARGIN_ABOVE)); y < bottom; y += 1)
      cover.fill(1, y * width + left, y * width + right)
  }
  return cover
}

/** Letters have soft edges, and compression leaves traces around them, within this many pixels. */
const EDGE_PX = 2

/** Returns a mask with 1 for letters and their edges. */
export function letterMask(
  { width, height }: { width: number; height: number },
  isLetter: (at: number) => boolean,
): Uint8Array {
  const wide = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isLetter(y * width + x)) continue
      const from = y * width + Math.max(0, x - EDGE_PX)
      wide.fill(1, from, y * width + Math.min(width, x + EDGE_PX + 1))
    }
  }
  const mask = new Uint8Array(wide)
  for (let y = 0; y < height; y += 1) {
    for (let from = Math.max(0, y - EDGE_PX); from < Math.min(height, y + EDGE_PX + 1); from += 1) {
      for (let x = 0; x < width; x += 1) if (wide[from * width + x] === 1) mask[y * width + x] = 1
    }
  }
  return mask
}
