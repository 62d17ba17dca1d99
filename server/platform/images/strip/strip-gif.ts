import { colorTableBytes, skipSubBlocks } from '../scan-gif.ts'
import { endOfLzw } from './lzw.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = Buffer.from([0x3b])
const LABEL = { text: 0x01, control: 0xf9, application: 0xff }
const CONTROL_BYTES = 8
const SUB_BLOCK_MAX_BYTES = 255

function joinSubBlocks(bytes: Buffer, start: number, end: number): Buffer {
  const parts: Buffer[] = []
  for (let at = start; at < end - 1; at += 1 + (bytes[at] ?? 0))
    parts.push(bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)))
  return Buffer.concat(parts)
}

function splitSubBlocks(data: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += SUB_BLOCK_MAX_BYTES) {
    const part = data.subarray(at, at + SUB_BLOCK_MAX_BYTES)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat([...parts, Buffer.from([0])])
}

/** Returns the loop count extension, rewritten; null for other application data. */
function loopExtension(bytes: Buffer, start: number, end: number): Buffer | null {
  const name = bytes.toString('latin1', start + 3, start + 14)
  if (bytes[start + 2] !== 11 || (name !== 'NETSCAPE2.0' && name !== 'ANIMEXTS1.0')) return null
  const data = bytes.subarray(start + 14, end)
  if (data[0] !== 3 || data[1] !== 1) return null
  return Buffer.concat([bytes.subarray(start, start + 14), data.subarray(0, 4), Buffer.from([0])])
}

/** Returns a frame with its data truncated after the last pixel. */
function keptFrame(bytes: Buffer, start: number, end: number): Buffer {
  const head = bytes.subarray(start, start + 11 + colorTableBytes(bytes[start + 9] ?? 0))
  const data = joinSubBlocks(bytes, start + head.length, end)
  const pixels = bytes.readUInt16LE(start + 5) * bytes.readUInt16LE(start + 7)
  return Buffer.concat([head, splitSubBlocks(data.subarray(0, endOfLzw(data, head.at(-1) ?? 0, pixels)))])
}

/**
 * Strips comments, texts, application data and trailing data from a GIF; preserves frames, delays and loop count. Returns null
 * if the file ends inside a block.
 */
export function stripGif(bytes: Buffer): Buffer | null {
  let at = 13 + colorTableBytes(bytes[10] ?? 0)
  const kept = [bytes.subarray(0, at)]
  let control: Buffer | null = null
  for (;;) {
    const kind = bytes[at]
    if (kind === EXTENSION) {
      const end = skipSubBlocks(bytes, at + 2)
      if (end === null) return null
      const label = bytes[at + 1]
      // It belongs to the following frame or text.
      if (label === LABEL.control) control = end - at === CONTROL_BYTES ? bytes.subarray(at, end) : null
      else if (label === LABEL.text) control = null
      const loop = label === LABEL.application ? loopExtension(bytes, at, end) : null
      if (loop) kept.push(loop)
      at = end
    } else if (kind === IMAGE) {
      const end = skipSubBlocks(bytes, at + 11 + colorTableBytes(bytes[at + 9] ?? 0))
      if (end === null) return null
      if (control) kept.push(control)
      kept.push(keptFrame(bytes, at, end))
      control = null
      at = end
    } else return Buffer.concat([...kept, TRAILER])
  }
}
