/** Ink of a picture's letters, row by row: 255 is certainly a letter, 0 certainly not. */
export interface Ink {
  values: Uint8Array
  width: number
  height: number
}

/** A connected component of ink; its edges are inclusive, in pixels. */
export interface Piece {
  left: number
  right: number
  top: number
  bottom: number
  area: number
}

const INKED_FROM = 128

/** Connected components of ink (8-connectivity); labels begin at 1. */
export function findPieces(ink: Ink): { pieces: Piece[]; labels: Int32Array } {
  const { values, width, height } = ink
  const labels = new Int32Array(width * height)
  const pieces: Piece[] = []
  const stack = new Int32Array(width * height)
  for (let start = 0; start < values.length; start += 1) {
    if ((values[start] ?? 0) < INKED_FROM || labels[start] !== 0) continue
    const label = pieces.length + 1
    const piece: Piece = { left: width, right: 0, top: height, bottom: 0, area: 0 }
    let waiting = 0
    stack[waiting++] = start
    labels[start] = label
    while (waiting > 0) {
      const index = stack[--waiting] ?? 0
      const x = index % width
      const y = (index - x) / width
      piece.area += 1
      if (x < piece.left) piece.left = x
      if (x > piece.right) piece.right = x
      if (y < piece.top) piece.top = y
      if (y > piece.bottom) piece.bottom = y
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const next = row * width + column
          if (labels[next] !== 0 || (values[next] ?? 0) < INKED_FROM) continue
          labels[next] = label
          stack[waiting++] = next
        }
      }
    }
    pieces.push(piece)
  }
  return { pieces, labels }
}
