import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Generated picture fixtures: valid ones, and each kind of invalid one. All are file contents. */

const RED = '#e02020'
const BLUE = '#2030e0'

// --- valid pictures --------------------------------------------------------------------------------------------

/** A flat picture of two halves: red on the left, blue on the right. */
function halves(width: number, height: number) {
  const right = { create: { width: Math.floor(width / 2), height, channels: 3, background: BLUE } } as const
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right, left: width - right.create.width, top: 0 },
  ])
}

export async function plainPng({ width = 600, height = 400 } = {}): Promise<Buffer> {
  return halves(width, height).png().toBuffer()
}

export async function plainJpeg({ width = 600, height = 400 } = {}): Promise<Buffer> {
  return halves(width, height).jpeg({ quality: 90 }).toBuffer()
}

export async function plainAvif({ width = 600, height = 400 } = {}): Promise<Buffer> {
  return halves(width, height).avif({ effort: 1 }).toBuffer()
}

/** Metadata that phones store in photos: none of it may be served. */
export const PHONE_SECRETS: readonly Buffer[] = [
  Buffer.from('secret-owner'),
  Buffer.from('secret-xmp'),
  Buffer.from('secret-comment'),
  // The seconds of the latitude, 4242/100, as an EXIF rational.
  Buffer.from([0x92, 0x10, 0, 0, 0x64, 0, 0, 0]),
]

/**
 * A photo as a phone writes it: EXIF with location and owner, XMP, a color profile, a comment, and orientation 6. Stored
 * `width` x `height` with red on the left; upright it is `height` x `width` with red on top.
 */
export async function jpegWithMetadata({ width = 600, height = 400 } = {}): Promise<Buffer> {
  const jpeg = await halves(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'secret-owner' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '21/1 1/1 4242/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '105/1 51/1 7/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>secret-xmp</note></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg({ quality: 90 })
    .toBuffer()
  const comment = Buffer.from('secret-comment')
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), segment, comment, jpeg.subarray(2)])
}

export interface AnimationOptions {
  width?: number
  height?: number
  frames?: number
  /** Duration of each frame in milliseconds. */
  delay?: number[]
  /** Number of repetitions; 0: endless. */
  loop?: number
}

/** A bar that moves from left to right, one step per frame. */
function walkingBar({ width = 320, height = 240, frames = 6, delay, loop = 0 }: AnimationOptions) {
  const data = Buffer.alloc(width * height * frames * 3, 0xf0)
  for (let frame = 0; frame < frames; frame += 1) {
    const from = Math.floor((frame * width) / frames)
    const to = Math.floor(((frame + 1) * width) / frames)
    for (let y = 0; y < height; y += 1) {
      const row = (frame * height + y) * width
      data.fill(0x10, (row + from) * 3, (row + to) * 3)
    }
  }
  const image = sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
  return { image, animation: { loop, delay: delay ?? new Array<number>(frames).fill(100) } }
}

export async function animatedGif(options: AnimationOptions = {}): Promise<Buffer> {
  const { image, animation } = walkingBar(options)
  return image.gif(animation).toBuffer()
}

export async function animatedWebp(options: AnimationOptions = {}): Promise<Buffer> {
  const { image, animation } = walkingBar(options)
  return image.webp({ ...animation, effort: 0 }).toBuffer()
}

// --- invalid pictures ------------------------------------------------------------------------------------------

export async function truncatedJpeg(): Promise<Buffer> {
  const jpeg = await photoLike('jpeg')
  return jpeg.subarray(0, Math.floor(jpeg.length / 2))
}

/** A picture with detail everywhere, so that half of the bytes are half of the picture. */
export async function photoLike(
  format: 'jpeg' | 'png' | 'webp' | 'avif',
  { width = 600, height = 400 } = {},
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width, height, channels: 3, background: '#888', noise } as const
  return sharp({ create }).blur(2).toFormat(format, { effort: 1 }).toBuffer()
}

export function textFile(): Buffer {
  return Buffer.from('This is no picture, whatever its name says.\n'.repeat(20))
}

export function svg(): Buffer {
  return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
}

export async function tiff(): Promise<Buffer> {
  return halves(60, 40).tiff().toBuffer()
}

/** The header of a HEIC file: the same container as AVIF with another codec. */
export function heicHead(): Buffer {
  const box = Buffer.alloc(24)
  box.writeUInt32BE(24, 0)
  box.write('ftypheic\0\0\0\0mif1heic', 4, 'latin1')
  return Buffer.concat([box, Buffer.alloc(200)])
}

/** A valid JPEG of 11 MB. */
export async function elevenMegabytes(): Promise<Buffer> {
  const jpeg = await plainJpeg()
  return Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024 - jpeg.length)])
}

export interface HandmadeGif {
  frames: number
  /** Canvas size; the frames cover its last pixel, since decoders size the canvas by the extent of its frames. */
  width?: number
  height?: number
  /** In hundredths of a second. */
  delay?: number
}

/** A GIF assembled from bytes, with any number of frames and canvas size, at about 20 bytes per frame. */
export function handmadeGif({ frames, width = 1, height = 1, delay = 10 }: HandmadeGif): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const control = Buffer.from([0x21, 0xf9, 4, 0, delay & 0xff, delay >> 8, 0, 0])
  const frame = (index: number) => {
    // One pixel in one of the two colors: clear, color, end, in codes of three bits.
    const color = index % 2
    const codes = 4 | (color << 3) | (5 << 6)
    const block = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, codes & 0xff, codes >> 8, 0])
    block.writeUInt16LE(width - 1, 1)
    block.writeUInt16LE(height - 1, 3)
    return block
  }
  const blocks = Array.from({ length: frames }, (_, index) => [control, frame(index)]).flat()
  return Buffer.concat([head, ...blocks, Buffer.from([0x3b])])
}

export function thousandFrameGif(): Buffer {
  return handmadeGif({ frames: 1000 })
}

/** 35 bytes that claim 65,535 x 65,535 pixels. */
export function gifBomb(): Buffer {
  const bomb = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0;', 'latin1')
  for (const at of [6, 8, 24, 26]) bomb.writeUInt16LE(65_535, at)
  return bomb
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A valid black-and-white PNG of 20,000 x 20,000 pixels, which compresses to about 200 kB. */
export function hugePng(side = 20_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}
