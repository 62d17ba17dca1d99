const MARKER = { DHT: 0xc4, DQT: 0xdb, DRI: 0xdd }
/** Frames that are coded progressively: spectral bands and bits come in scans of their own. */
const PROGRESSIVE = new Set([0xc2, 0xc6, 0xca, 0xce])
const LAST_COEFFICIENT = 63

interface Frame {
  isProgressive: boolean
  /** The quantization table of each component. */
  quantizers: Map<number, number>
}

/** A table without its segment, with a key that a later one of the same kind and place overwrites. */
type Table = [key: string, segment: Buffer]

function segmentOf(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The bytes of the table at `at`, its first byte among them. */
function tableLength(marker: number, body: Buffer, at: number): number {
  if (marker === MARKER.DQT) return 1 + ((body[at] ?? 0) >> 4 === 0 ? 64 : 128)
  return 17 + body.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0)
}

/** The tables of a DQT, DHT or DRI segment; null if it is malformed. */
function tablesOf(marker: number, body: Buffer): Table[] | null {
  if (marker === MARKER.DRI) return body.length === 2 ? [[`${marker}`, segmentOf(marker, body)]] : null
  const tables: Table[] = []
  for (let at = 0; at < body.length; ) {
    const end = at + tableLength(marker, body, at)
    if (end > body.length) return null
    const table = body.subarray(at, end)
    const id = marker === MARKER.DQT ? (table[0] ?? 0) & 15 : table[0]
    tables.push([`${marker} ${id}`, segmentOf(marker, table)])
    at = end
  }
  return tables
}

/**
 * The tables of a JPEG that decoding its scans needs. Others can hold anything, in any number: those that no component refers to,
 * and those that a later one overwrites before a scan.
 */
export class JpegTables {
  private readonly pending = new Map<string, Buffer>()
  private readonly decoded = new Set<string>()
  private frame: Frame | undefined

  static isTable(marker: number): boolean {
    return marker === MARKER.DQT || marker === MARKER.DHT || marker === MARKER.DRI
  }

  /** False if the segment is malformed. */
  add(marker: number, body: Buffer): boolean {
    const tables = tablesOf(marker, body)
    for (const [key, segment] of tables ?? []) this.pending.set(key, segment)
    return tables !== null
  }

  /** False if the header is malformed, or there was one already. */
  setFrame(marker: number, body: Buffer): boolean {
    const count = body[5] ?? 0
    if (this.frame || body.length !== 6 + 3 * count) return false
    const components = Array.from({ length: count }, (_, index) => body.subarray(6 + 3 * index))
    this.frame = {
      isProgressive: PROGRESSIVE.has(marker),
      quantizers: new Map(components.map((part) => [part[0] ?? 0, part[2] ?? 0])),
    }
    return true
  }

  /** The tables that are new in a scan; null for a scan that is malformed or writes over pixels of an earlier one. */
  forScan(body: Buffer): Buffer[] | null {
    const count = body[0] ?? 0
    if (!this.frame || body.length !== 4 + 2 * count) return null
    const { isProgressive, quantizers } = this.frame
    const [first, last, bits] = isProgressive ? [...body.subarray(1 + 2 * count)] : [0, LAST_COEFFICIENT, 0]
    const isFirstPass = (bits ?? 0) >> 4 === 0
    const needed = [`${MARKER.DRI}`]
    for (let at = 1; at < 1 + 2 * count; at += 2) {
      const [component, coders] = [body[at] ?? 0, body[at + 1] ?? 0]
      if (!this.isNew(component, first ?? 0, last ?? 0, bits ?? 0)) return null
      needed.push(`${MARKER.DQT} ${quantizers.get(component)}`)
      if (first === 0 && isFirstPass) needed.push(`${MARKER.DHT} ${coders >> 4}`)
      if (last !== 0) needed.push(`${MARKER.DHT} ${0x10 | (coders & 15)}`)
    }
    return needed.flatMap((key) => this.take(key) ?? [])
  }

  /** Returns true if no earlier scan had these bits of these coefficients. */
  private isNew(component: number, first: number, last: number, bits: number): boolean {
    const keys = Array.from({ length: last - first + 1 }, (_, index) => `${component} ${first + index} ${bits >> 4}`)
    if (keys.length === 0 || keys.some((key) => this.decoded.has(key))) return false
    for (const key of keys) this.decoded.add(key)
    return true
  }

  private take(key: string): Buffer | undefined {
    const segment = this.pending.get(key)
    this.pending.delete(key)
    return segment
  }
}
