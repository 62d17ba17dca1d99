import { JpegTables } from './jpeg-tables.ts'

const SOI = Buffer.from([0xff, 0xd8])
const EOI = Buffer.from([0xff, 0xd9])
const MARKER = { APP0: 0xe0, APP14: 0xee, SOS: 0xda, EOI: 0xd9 }
/** Markers between the frame headers that are none: Huffman tables, an extension, and conditions of arithmetic coding. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc])
const CONDITIONS = 0xcc

/** JFIF without density and thumbnail: declares the colors as YCbCr. */
const JFIF = Buffer.from('ffe000104a46494600010100000100010000', 'hex')

/** Returns the Adobe segment with only its color transform. */
function adobeSegment(transform: number): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, MARKER.APP14, 0, 14]),
    Buffer.from('Adobe\0\x64\0\0\0\0', 'latin1'),
    Buffer.from([transform]),
  ])
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** Returns the end of the entropy-coded data at `start`, which is the next marker; null if the file ends first. */
function endOfScan(bytes: Buffer, start: number): number | null {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) return null
    if (next !== 0 && !isRestart(next)) return at
  }
  return null
}

/** Returns the application data to retain: the data that affects color. */
function keptApplication(marker: number, body: Buffer): Buffer | null {
  if (marker === MARKER.APP0) return body.toString('latin1', 0, 5) === 'JFIF\0' ? JFIF : null
  if (marker !== MARKER.APP14) return null
  return body.length >= 12 && body.toString('latin1', 0, 5) === 'Adobe' ? adobeSegment(body[11] ?? 0) : null
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)

/** The parts of a JPEG that encode its pixels, and the position of the last scan in them. */
export interface BareJpeg {
  bytes: Buffer
  /** Bytes of coded data in the last scan. */
  lastScanBytes: number
}

/**
 * Strips EXIF, XMP, profile, comments, previews, unused tables and trailing data from a JPEG; encoded pixels are unchanged. Returns
 * null for unusual layouts.
 */
export function stripJpeg(bytes: Buffer): BareJpeg | null {
  const kept: Buffer[] = [SOI]
  const tables = new JpegTables()
  const once = new Set<number>()
  let lastScanBytes = 0
  let at = 2
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) return null
    if (marker === MARKER.EOI) return { bytes: Buffer.concat([...kept, EOI]), lastScanBytes }
    if (marker < 0xc0 || isRestart(marker) || marker === 0xd8 || at + 4 > bytes.length) return null
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) return null
    const segment = bytes.subarray(at, end)
    const body = segment.subarray(4)
    at = end
    if (marker === MARKER.SOS) {
      const needed = tables.forScan(body)
      const scanEnd = endOfScan(bytes, end)
      if (needed === null || scanEnd === null) return null
      kept.push(...needed, segment, bytes.subarray(end, scanEnd))
      lastScanBytes = scanEnd - end
      at = scanEnd
    } else if (isFrame(marker)) {
      if (!tables.setFrame(marker, body)) return null
      kept.push(segment)
    } else if (JpegTables.isTable(marker)) {
      if (!tables.add(marker, body)) return null
    } else if (marker === CONDITIONS) return null
    else if (!once.has(marker)) {
      const part = keptApplication(marker, body)
      if (part === null) continue
      once.add(marker)
      kept.push(part)
    }
  }
}

/** Returns the JPEG without the last bytes of its last scan: if it still decodes without a warning, they held other data. */
export function withoutScanEnd(jpeg: BareJpeg, count: number): Buffer {
  const cut = Math.min(count, jpeg.lastScanBytes)
  return Buffer.concat([jpeg.bytes.subarray(0, jpeg.bytes.length - EOI.length - cut), EOI])
}
