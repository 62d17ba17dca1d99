import { type Box, FULL_HEAD_BYTES, freeBox, numberReader, readBoxes, readLeadingBoxes } from './boxes.ts'

const META_PARTS = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'idat'])
/** Properties that define layout and color of the pixels. `colr` is retained depending on its type. */
const PROPERTIES = new Set([
  'av1C',
  'ispe',
  'pixi',
  'colr',
  'pasp',
  'clap',
  'irot',
  'imir',
  'auxC',
  'a1op',
  'a1lx',
  'lsel',
])
const BRANDS = new Set(['avif', 'mif1', 'miaf', 'MA1A', 'MA1B'])
const ANY_BRAND = 'mif1'
const WITHOUT_PROFILE = 'nclx'
/** Offset of the handler name in the content of `hdlr`. */
const HANDLER_NAME_AT = 24
const REFERENCE = { madeOf: 'dimg', beside: 'auxl' }

interface Range {
  start: number
  end: number
}
interface Item {
  id: number
  box: Box
  typeAt: number
}
interface Reference {
  kind: string
  from: number
  to: number[]
}

class Unusual extends Error {
  override name = 'Unusual'
}

function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes = readBoxes(bytes, start, end)
  if (!boxes) throw new Unusual('boxes')
  return boxes
}

function only(boxes: Box[], type: string): Box {
  const [box, more] = boxes.filter((other) => other.type === type)
  if (!box || more) throw new Unusual(type)
  return box
}

function readItems(bytes: Buffer, iinf: Box): Item[] {
  const version = bytes.readUInt8(iinf.body)
  return boxesIn(bytes, iinf.body + FULL_HEAD_BYTES + (version === 0 ? 2 : 4), iinf.end).map((box) => {
    const infe = bytes.readUInt8(box.body)
    if (box.type !== 'infe' || (infe !== 2 && infe !== 3)) throw new Unusual('infe')
    const numbers = numberReader(bytes, box.body + FULL_HEAD_BYTES)
    const id = numbers.take(infe === 2 ? 2 : 4)
    return { id, box, typeAt: numbers.position() + 2 }
  })
}

function readReferences(bytes: Buffer, iref: Box | undefined): Reference[] {
  if (!iref) return []
  const width = bytes.readUInt8(iref.body) === 0 ? 2 : 4
  return boxesIn(bytes, iref.body + FULL_HEAD_BYTES, iref.end).map((box) => {
    const numbers = numberReader(bytes, box.body)
    const from = numbers.take(width)
    const to = Array.from({ length: numbers.take(2) }, () => numbers.take(width))
    return { kind: box.type, from, to }
  })
}

/** Returns the primary item, its tiles and their alpha, without thumbnails and metadata. */
function shownItems(primary: number, references: Reference[]): Set<number> {
  const shown = new Set([primary])
  // The set grows during iteration, so new items are visited too.
  for (const id of shown) {
    for (const { kind, from, to } of references) {
      if (kind === REFERENCE.madeOf && from === id) for (const tile of to) shown.add(tile)
      if (kind === REFERENCE.beside && to.includes(id)) shown.add(from)
    }
  }
  return shown
}

/** Returns the file ranges that contain the data of the shown items. */
function readRanges(bytes: Buffer, iloc: Box, idat: Box | undefined, shown: Set<number>): Range[] {
  const version = bytes.readUInt8(iloc.body)
  const numbers = numberReader(bytes, iloc.body + FULL_HEAD_BYTES)
  const [sizes, moreSizes] = [numbers.take(1), numbers.take(1)]
  const ranges: Range[] = []
  for (let left = numbers.take(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = numbers.take(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : numbers.take(2) & 15
    if (numbers.take(2) !== 0 || method > 1 || (method === 1 && !idat)) throw new Unusual('iloc')
    const base = numbers.take(moreSizes >> 4) + (method === 1 ? (idat?.body ?? 0) : 0)
    for (let extents = numbers.take(2); extents > 0; extents -= 1) {
      if (version > 0) numbers.take(moreSizes & 15)
      const start = base + numbers.take(sizes >> 4)
      const length = numbers.take(sizes & 15)
      if (shown.has(id)) ranges.push({ start, end: start + length })
    }
  }
  return ranges
}

/** Overwrites everything in these boxes except the ranges. */
function wipeBetween(bytes: Buffer, boxes: Box[], ranges: Range[]): void {
  const isInside = ({ start, end }: Range) => boxes.some((box) => start >= box.body && end <= box.end && start < end)
  if (!ranges.every(isInside)) throw new Unusual('extents')
  const ordered = [...ranges].sort((a, b) => a.start - b.start)
  for (const box of boxes) {
    let at = box.body
    for (const range of ordered.filter(({ start }) => start >= box.body && start < box.end)) {
      if (range.start > at) bytes.fill(0, at, range.start)
      at = Math.max(at, range.end)
    }
    bytes.fill(0, at, box.end)
  }
}

function wipeProperties(bytes: Buffer, iprp: Box): void {
  const ipco = only(boxesIn(bytes, iprp.body, iprp.end), 'ipco')
  for (const box of boxesIn(bytes, ipco.body, ipco.end)) {
    const isProfile = box.type === 'colr' && bytes.toString('latin1', box.body, box.body + 4) !== WITHOUT_PROFILE
    if (isProfile || !PROPERTIES.has(box.type)) freeBox(bytes, box)
  }
}

/** Overwrites the minor version, and all brands except picture brands, because a file can list any number. */
function wipeBrands(bytes: Buffer, ftyp: Box): void {
  bytes.fill(0, ftyp.body + 4, ftyp.body + 8)
  for (let at = ftyp.body + 8; at < ftyp.end; at += 4)
    if (!BRANDS.has(bytes.toString('latin1', at, at + 4))) bytes.write(ANY_BRAND, at, ftyp.end - at, 'latin1')
}

function wipe(bytes: Buffer): Buffer {
  const boxes = readLeadingBoxes(bytes, 0, bytes.length)
  const meta = only(boxes, 'meta')
  if (boxes[0]?.type !== 'ftyp' || boxes.some(({ type }) => type === 'moov')) throw new Unusual('sequence')
  const media = boxes.filter(({ type }) => type === 'mdat')
  const parts = boxesIn(bytes, meta.body + FULL_HEAD_BYTES, meta.end)
  const idat = parts.find(({ type }) => type === 'idat')
  const items = readItems(bytes, only(parts, 'iinf'))
  const references = readReferences(
    bytes,
    parts.find(({ type }) => type === 'iref'),
  )
  const pitm = only(parts, 'pitm')
  const primary = numberReader(bytes, pitm.body + FULL_HEAD_BYTES).take(bytes.readUInt8(pitm.body) === 0 ? 2 : 4)
  const shown = shownItems(primary, references)
  const ranges = readRanges(bytes, only(parts, 'iloc'), idat, shown)

  wipeBrands(bytes, boxes[0])
  wipeBetween(bytes, idat ? [...media, idat] : media, ranges)
  wipeProperties(bytes, only(parts, 'iprp'))
  for (const { id, box, typeAt } of items) {
    if (!shown.has(id)) bytes.write('skip', typeAt, 'latin1')
    bytes.fill(0, typeAt + 4, box.end)
  }
  const handler = only(parts, 'hdlr')
  bytes.fill(0, Math.min(handler.body + HANDLER_NAME_AT, handler.end), handler.end)
  for (const part of parts) if (!META_PARTS.has(part.type)) freeBox(bytes, part)
  const kept = boxes.filter((box) => box.type === 'ftyp' || box === meta || media.includes(box))
  for (const box of boxes) if (!kept.includes(box)) freeBox(bytes, box)
  return bytes.subarray(0, Math.max(...kept.map(({ end }) => end)))
}

/**
 * Overwrites EXIF, XMP, profile, thumbnails and unknown boxes of an AVIF in place, so that the encoded pixels retain their
 * offsets. Returns null for sequences and unusual layouts.
 */
export function stripAvif(source: Buffer): Buffer | null {
  try {
    return wipe(Buffer.from(source))
  } catch (error) {
    if (error instanceof Unusual || error instanceof RangeError) return null
    throw error
  }
}
