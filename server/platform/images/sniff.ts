import { PictureError } from './picture-error.ts'

export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** Number of bytes that `sniff` needs; the brands of an AVIF file are in its first box. */
export const SNIFF_BYTES = 256

const PNG_SIGNATURE = '89504e470d0a1a0a'
const AVIF_BRANDS = new Set(['avif', 'avis'])

/** Returns the brands of an ISO media file: the major brand, then the compatible ones; empty for other files. */
function mediaBrands(bytes: Buffer): string[] {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}

/**
 * Detects the type of a picture from its bytes, not its name.
 * @param head the first `SNIFF_BYTES` bytes of the file, or all of a shorter one
 * @throws PictureError `image.unsupportedType` for anything else, such as TIFF, SVG, HEIC and text
 */
export function sniff(head: Buffer): PictureType {
  const hex = head.toString('hex', 0, 8)
  const text = head.toString('latin1', 0, 12)
  if (hex.startsWith('ffd8ff')) return 'jpeg'
  if (hex === PNG_SIGNATURE) return 'png'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'webp'
  if (mediaBrands(head).some((brand) => AVIF_BRANDS.has(brand))) return 'avif'
  throw new PictureError('image.unsupportedType')
}
