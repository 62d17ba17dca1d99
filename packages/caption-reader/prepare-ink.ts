import sharp from 'sharp'
import { COLORED_SHADES, filterLetters, inkOf, type Shade, USUAL_SHADES } from './letters.ts'
import type { Ink } from './pieces.ts'

/** The letters of one shade in a picture; pages for OCR are rendered from them. */
export interface Letters {
  ink: Ink
  /** Typical letter height, in pixels of the ink. */
  letterHeight: number
  /**
   * @param stretch horizontal stretch of the letters: OCR finds more narrow bold letters when stretched, but reads tone marks
   *   better when not
   */
  page(stretch: number): Promise<Page>
}

/** One page for OCR: black letters on white, at the height it reads best. */
export interface Page {
  png: Buffer
  /** Converts page coordinates to fractions of the picture. */
  toFractions(x: number, y: number): { x: number; y: number }
}

/** Width at which letters are searched for, in pixels; small ones are searched again at SHARP_WIDTH. */
const WIDTH = 700
const SHARP_WIDTH = 1080
const SMALL_LETTERS_PX = 15
const PIXELS_MAX = 1_600_000

/** Height of a letter on the page, in pixels. */
const LETTER_HEIGHT = 30
const MARGIN = 20
const ENLARGE_MAX = 3.2
const PAGE_PIXELS_MAX = 2_400_000

/**
 * Maximum difference between the inks of two shades for them to count as the same; letters both bright and white are read once.
 */
const SAME_INK_SHARE = 0.06

/**
 * Finds the letters of a picture in each shade that captions usually have: white, yellow, bright or black.
 * @param source bytes of a stored picture
 * @param frame of an animation, 0 for a still
 */
export async function findLettersOf(source: Buffer, frame: number): Promise<Letters[]> {
  const found = await findLetters(source, frame, WIDTH, USUAL_SHADES)
  const isSmall = found.some(({ letterHeight }) => letterHeight < SMALL_LETTERS_PX)
  return isSmall ? findLetters(source, frame, SHARP_WIDTH, USUAL_SHADES) : found
}

/** Finds the letters in several strong colors; may include shirts and skies. */
export const findColoredLettersOf = (source: Buffer, frame: number): Promise<Letters[]> =>
  findLetters(source, frame, WIDTH, COLORED_SHADES)

async function findLetters(source: Buffer, frame: number, width: number, shades: readonly Shade[]): Promise<Letters[]> {
  const { data, info } = await decode(source, frame, width)
  const found: { ink: Ink; letterHeight: number }[] = []
  for (const shade of shades) {
    const letters = filterLetters(inkOf(data, info.width, info.height, shade))
    if (letters && !found.some((other) => isSameInk(other.ink, letters.ink))) found.push(letters)
  }
  return found.map(({ ink, letterHeight }) => ({
    ink,
    letterHeight,
    page: (stretch) => toPage(ink, letterHeight, stretch),
  }))
}

async function decode(source: Buffer, frame: number, target: number) {
  const { width, pageHeight, height } = await sharp(source, { page: frame }).metadata()
  const rows = pageHeight ?? height
  const scale = Math.min(target / width, Math.sqrt(PIXELS_MAX / (width * rows)))
  return sharp(source, { page: frame })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: Math.max(1, Math.round(width * scale)), kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function isSameInk(a: Ink, b: Ink): boolean {
  let different = 0
  let total = 0
  for (let index = 0; index < a.values.length; index += 1) {
    const [one, other] = [(a.values[index] ?? 0) >= 128, (b.values[index] ?? 0) >= 128]
    if (one || other) total += 1
    if (one !== other) different += 1
  }
  return different <= total * SAME_INK_SHARE
}

async function toPage(ink: Ink, letterHeight: number, stretch: number): Promise<Page> {
  const bounded = Math.sqrt(PAGE_PIXELS_MAX / (ink.width * ink.height * stretch))
  const down = Math.min(LETTER_HEIGHT / letterHeight, ENLARGE_MAX, bounded)
  const across = down * stretch
  const paper = ink.values.map((value) => 255 - value)
  const png = await sharp(paper, { raw: { width: ink.width, height: ink.height, channels: 1 } })
    .resize({
      width: Math.max(1, Math.round(ink.width * across)),
      height: Math.max(1, Math.round(ink.height * down)),
      fit: 'fill',
      kernel: 'cubic',
    })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: '#fff' })
    .toColourspace('b-w')
    .png({ compressionLevel: 0 })
    .toBuffer()
  return {
    png,
    toFractions: (x, y) => ({ x: (x - MARGIN) / (ink.width * across), y: (y - MARGIN) / (ink.height * down) }),
  }
}
