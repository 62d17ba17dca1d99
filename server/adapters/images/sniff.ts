import { PictureError } from './picture-error.ts'

export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** How many bytes `sniff` looks at; the brands of an AVIF file come in its first box. */
export const SNIFF_BYTES = 256

const PNG_SIGNATURE = '89504e470d0a1a0a'
const AVIF_BRANDS = new Set(['avif', 'avis'])

/** The brands of an ISO media file: the major one, then the compatible ones; none when it is no such file. */
function mediaBrands(bytes: Buffer): string[] {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands = [bytes.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}

/**
 * The type of a picture by its bytes, whatever its name says.
 * @param head the first bytes of the file, `SNIFF_BYTES` of them where there are as many
 * @throws PictureError `image.unsupportedType` for anything else: TIFF, SVG, HEIC and text included
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
