/** A box of an ISO media file: where it starts, where its content does, and where it ends. */
export interface Box {
  type: string
  start: number
  body: number
  end: number
}

const HEAD_BYTES = 8
/** A full box begins its content with a version and flags. */
export const FULL_HEAD_BYTES = 4

/** The boxes from one offset on, up to another or to the first that does not fit; the last one may reach to the end. */
export function readLeadingBoxes(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  let at = start
  while (at + HEAD_BYTES <= end) {
    const length = bytes.readUInt32BE(at) || end - at
    if (length < HEAD_BYTES || at + length > end) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at, body: at + HEAD_BYTES, end: at + length })
    at += length
  }
  return boxes
}

/** The boxes between two offsets, one after another; null when they do not fit. */
export function readBoxes(bytes: Buffer, start: number, end: number): Box[] | null {
  const boxes = readLeadingBoxes(bytes, start, end)
  return (boxes.at(-1)?.end ?? start) === end ? boxes : null
}

/** Makes a box into free space of the same length, so that what lies behind it stays where it is. */
export function freeBox(bytes: Buffer, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.body, box.end)
}

/** Reads numbers of any width one after another. @throws RangeError beyond the end */
export function numberReader(bytes: Buffer, start: number) {
  let at = start
  return {
    take(width: number): number {
      let value = 0
      for (let index = 0; index < width; index += 1) value = value * 256 + bytes.readUInt8(at + index)
      at += width
      return value
    },
    position: () => at,
  }
}
