/** A box of an ISO media file: start, start of its content, and end. */
export interface Box {
  type: string
  start: number
  body: number
  end: number
}

const HEAD_BYTES = 8
/** A full box begins its content with a version and flags. */
export const FULL_HEAD_BYTES = 4

/** Returns the boxes between two offsets, stopping at the first that does not fit; the last one may extend to the end. */
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

/** Returns the consecutive boxes between two offsets; null if they do not fit. */
export function readBoxes(bytes: Buffer, start: number, end: number): Box[] | null {
  const boxes = readLeadingBoxes(bytes, start, end)
  return (boxes.at(-1)?.end ?? start) === end ? boxes : null
}

/** Turns a box into free space of the same length, so that later offsets stay valid. */
export function freeBox(bytes: Buffer, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.body, box.end)
}

/** Reads consecutive integers of any width. @throws RangeError beyond the end */
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
