import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { clear, difference, noisy, originalOf, photo } from '#test/originals.ts'
import * as pictures from '#test/pictures.ts'
import { pngChunk } from './strip/strip-png.ts'

// Decodes real pictures, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Returns the WebP with bytes appended to a chunk. */
function growChunk(webp: Buffer, type: string, more: Buffer): Buffer {
  const at = webp.indexOf(type, 12, 'latin1')
  const length = webp.readUInt32LE(at + 4)
  const end = at + 8 + length
  const data = Buffer.concat([webp.subarray(at + 8, end), more])
  const padding = Buffer.alloc(data.length % 2)
  const grown = Buffer.concat([webp.subarray(0, at + 8), data, padding, webp.subarray(end + (length % 2))])
  grown.writeUInt32LE(data.length, at + 4)
  grown.writeUInt32LE(grown.length - 8, 4)
  return grown
}

describe('removes hidden data', () => {
  const SECRET = Buffer.from('secret-payload '.repeat(20))
  const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), SECRET, Buffer.from('<script>alert(1)</script>')])
  const FORMATS: [string, () => Promise<Buffer>][] = [
    ['JPEG', async () => (await noisy()).jpeg().toBuffer()],
    ['progressive JPEG', async () => (await noisy()).jpeg({ progressive: true }).toBuffer()],
    ['PNG', () => photo()],
    ['GIF', () => pictures.animatedGif()],
    ['WebP', () => pictures.animatedWebp()],
    ['lossless WebP', async () => (await noisy()).webp({ lossless: true }).toBuffer()],
    ['AVIF', () => pictures.photoLike('avif')],
  ]
  const expectNoSecret = (bytes: Buffer) => {
    for (const part of ['secret', 'PK\x03\x04', '<script', 'GPSLatitude'])
      expect([part, bytes.includes(Buffer.from(part, 'latin1'))]).toEqual([part, false])
  }

  test.each(FORMATS)('behind the end of %s', async (_name, make) => {
    const sent = await make()
    const kept = await originalOf(Buffer.concat([sent, zip]))
    expectNoSecret(kept)
    expect(await difference(sent, kept)).toBe(0)
  })

  test.each(FORMATS)('in the metadata of %s', async (_name, make) => {
    const sent = await sharp(await make(), { animated: true })
      .keepMetadata()
      .withExifMerge({
        IFD0: { Copyright: 'secret-owner' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '21/1 1/1 4242/100' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>secret-xmp</note></x:xmpmeta>')
      .toBuffer()
    const kept = await originalOf(sent)
    expectNoSecret(kept)
    const { exif, xmp, icc, iptc, comments } = await sharp(kept).metadata()
    expect({ exif, xmp, icc, iptc, comments }).toEqual({})
    expect(await difference(sent, kept)).toBe(0)
  })

  test.each([false, true])('between the pixels of a JPEG and its end marker, progressive: %s', async (progressive) => {
    const sent = await (await noisy()).jpeg({ progressive }).toBuffer()
    expectNoSecret(await originalOf(Buffer.concat([sent.subarray(0, -2), zip, sent.subarray(-2)])))
  })

  test.each([
    ['lossy', { lossless: false }, 'VP8 '],
    ['lossless', { lossless: true }, 'VP8L'],
    ['transparent', { lossless: false }, 'ALPH'],
  ] as const)('behind the encoded pixels of a WebP, within their chunk: %s', async (kind, options, type) => {
    const picture = await noisy()
    const sent = await (kind === 'transparent' ? picture.ensureAlpha(0.5) : picture).webp(options).toBuffer()
    const grown = growChunk(sent, type, SECRET)
    expect((await sharp(grown).metadata()).width).toBeGreaterThan(0)
    expectNoSecret(await originalOf(grown))
    expect((await originalOf(sent)).length).toBe(sent.length)
  })

  test('among the brands of an AVIF', async () => {
    const sent = await (await noisy()).avif().toBuffer()
    const brands = Buffer.from(sent)
    brands.write(SECRET.toString('latin1', 0, 4), brands.readUInt32BE(0) - 4, 'latin1')
    const kept = await originalOf(brands)
    expect(kept.subarray(0, brands.readUInt32BE(0)).includes(SECRET.subarray(0, 4))).toBe(false)
    expect(await difference(sent, kept)).toBe(0)
  })

  test('in segments of a JPEG', async () => {
    const sent = await (await noisy()).jpeg().toBuffer()
    const segments = [0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xef, 0xfe].map((marker) => {
      const head = Buffer.from([0xff, marker, 0, 0])
      head.writeUInt16BE(SECRET.length + 2, 2)
      return Buffer.concat([head, SECRET])
    })
    const kept = await originalOf(Buffer.concat([sent.subarray(0, 2), ...segments, sent.subarray(2)]))
    expectNoSecret(kept)
    expect(await difference(sent, kept)).toBe(0)
  })

  describe('in parts of a JPEG that do not affect pixels', () => {
    const WORDS = SECRET.subarray(0, 60)
    const segment = (marker: number, body: Buffer) => {
      const head = Buffer.from([0xff, marker, 0, 0])
      head.writeUInt16BE(body.length + 2, 2)
      return Buffer.concat([head, body])
    }
    /** The secret in a table of quantization, or of Huffman codes. */
    const quantizer = (id: number) =>
      segment(0xdb, Buffer.concat([Buffer.from([id]), WORDS, Buffer.alloc(64 - WORDS.length, 1)]))
    const codes = (id: number) => {
      const counts = Buffer.alloc(16)
      counts[15] = WORDS.length
      return segment(0xc4, Buffer.concat([Buffer.from([id]), counts, WORDS]))
    }
    const withSegment = (sent: Buffer, part: Buffer, where: 'first' | 'before the scan') => {
      const at = where === 'first' ? 2 : sent.indexOf(Buffer.from([0xff, 0xda]))
      return Buffer.concat([sent.subarray(0, at), part, sent.subarray(at)])
    }
    const FORMS: [string, () => Promise<Buffer>][] = [
      ['baseline', async () => (await noisy()).jpeg().toBuffer()],
      ['progressive', async () => (await noisy()).jpeg({ progressive: true }).toBuffer()],
      ['gray', async () => (await noisy()).toColourspace('b-w').jpeg().toBuffer()],
    ]
    const PARTS: [string, Buffer, 'first' | 'before the scan'][] = [
      ['an unused quantization table', quantizer(3), 'first'],
      ['two of them in one place', Buffer.concat([quantizer(3), quantizer(3)]), 'first'],
      ['an overwritten quantization table', quantizer(0), 'first'],
      ['unused Huffman codes', codes(0x13), 'before the scan'],
      ['overwritten Huffman codes', codes(0x10), 'first'],
      ['a number of lines that decoders skip', segment(0xdc, WORDS), 'before the scan'],
    ]
    describe.each(FORMS)('%s', (_form, make) => {
      let sent: Buffer
      let clean: Buffer
      beforeAll(async () => {
        sent = await make()
        clean = await originalOf(sent)
      })
      test.each(PARTS)('%s', async (_name, part, where) => {
        const hidden = withSegment(sent, part, where)
        expect(hidden.includes(WORDS)).toBe(true)
        const kept = await originalOf(hidden)
        expectNoSecret(kept)
        expect(kept.equals(clean)).toBe(true)
        expect(await difference(sent, kept)).toBe(0)
      })
    })

    test('a scan that a later one overwrites', async () => {
      const secret = await sharp({ create: { ...clear, channels: 3, background: '#f00' } })
        .toColourspace('b-w')
        .jpeg()
        .toBuffer()
      const scan = (file: Buffer) => file.subarray(file.indexOf(Buffer.from([0xff, 0xda])), -2)
      const doubled = Buffer.concat([secret.subarray(0, -2), scan(secret), secret.subarray(-2)])
      expect(await originalOf(secret)).toEqual(await originalOf(await originalOf(secret)))
      const kept = await originalOf(doubled)
      expect(kept.toString('latin1').split('\xff\xda')).toHaveLength(2)
    })
  })

  test('in chunks of a PNG, frames of an APNG among them, and behind its compressed pixels', async () => {
    const sent = await photo()
    const header = sent.subarray(0, 33)
    const text = Buffer.concat([Buffer.from('note\0', 'latin1'), SECRET])
    const control = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])
    const chunks = [
      pngChunk('tEXt', text),
      pngChunk('acTL', control),
      pngChunk('prVt', SECRET),
      pngChunk('fdAT', SECRET),
    ]
    const kept = await originalOf(Buffer.concat([header, ...chunks, sent.subarray(33)]))
    expectNoSecret(kept)
    const raw = await sharp(sent).raw().toBuffer()
    const rows = Array.from({ length: 400 }, (_, row) =>
      Buffer.concat([Buffer.from([0]), raw.subarray(row * 1800, (row + 1) * 1800)]),
    )
    const data = Buffer.concat([deflateSync(Buffer.concat(rows)), zip])
    const stuffed = Buffer.concat([header, pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))])
    const cleaned = await originalOf(stuffed)
    expectNoSecret(cleaned)
    expect(await difference(sent, cleaned)).toBe(0)
  })

  test('in extensions of a GIF, and behind the last pixel of a frame', async () => {
    const sent = await pictures.animatedGif({ frames: 3, delay: [50, 60, 70], loop: 2 })
    const tableEnd = 13 + 3 * 2 ** (((sent[10] ?? 0) & 7) + 1)
    const block = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length]), bytes])
    const secret = SECRET.subarray(0, 200)
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), block(secret), Buffer.from([0])])
    const application = Buffer.concat([
      Buffer.from([0x21, 0xff]),
      block(Buffer.from('XMP DataXMP')),
      block(secret),
      Buffer.from([0]),
    ])
    // The last frame ends with the last zero before the trailer.
    const withTail = Buffer.concat([sent.subarray(tableEnd, -2), block(secret), sent.subarray(-2)])
    const kept = await originalOf(Buffer.concat([sent.subarray(0, tableEnd), comment, application, withTail]))
    expectNoSecret(kept)
    expect(await sharp(kept).metadata()).toMatchObject({ pages: 3, delay: [50, 60, 70], loop: 2 })
    expect(await difference(sent, kept)).toBe(0)
  })
})
