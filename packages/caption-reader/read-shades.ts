import sharp from 'sharp'
import type { Worker } from 'tesseract.js'
import { type Engines, ONE_BLOCK, WHOLE_PAGE } from './engines.ts'
import { fold } from './fold.ts'
import { mergeReadings, type Reading, type ReadWord } from './merge-readings.ts'
import { findColoredLettersOf, findLettersOf, type Letters, type Page } from './prepare-ink.ts'
import { type CapitalPage, countLetters, findCapitalWords, isOutlineOf } from './read-capitals.ts'
import { spellCapitals } from './spell-words.ts'
import { hasVietnameseMarks, isVietnameseSyllable } from './syllables.ts'

/** The Vietnamese engine also runs if at least this share of words could be Vietnamese. */
const VIETNAMESE_SHARE = 0.5

/** With fewer confident words of three or more letters, strong colors are tried as well. */
const SURE_WORDS_MIN = 2
const SURE_CONFIDENCE = 60
const CERTAIN_CONFIDENCE = 85
const VOWEL = /^[aeiouy]$/
const COLORED_LETTERS_MIN = 4
const COLORS_MAX = 2

/** Caption fonts are narrow and bold, so the first pages are stretched, see Letters.page. */
const STRETCH = 1.3

/**
 * A text page yields at least this many words with at least this mean confidence; below that, the pass read grain of a
 * photograph.
 */
const PLAIN_WORDS_MIN = 4
const PLAIN_CONFIDENCE = 78
const PLAIN_WIDTH_MIN = 700

/**
 * Reads the words of one frame without the networks. A plain gray pass reads screenshots and paragraphs. If that finds little,
 * letters are extracted by shade, which works for outlined capitals.
 */
export async function readShades(
  picture: Buffer,
  frame: number,
  languages: string,
  engines: Engines,
): Promise<ReadWord[]> {
  const plain = await readPlain(picture, frame, await engines.get(languages))
  if (isText(plain)) return mergeReadings([{ words: plain, preservesMarks: true }])
  const readings: Reading[] = []
  for (const found of withoutOutlines(await findLettersOf(picture, frame)))
    readings.push(...(await readLetters(found, languages, engines)))
  if (isLittle(mergeReadings(readings))) {
    for (const found of colored(await findColoredLettersOf(picture, frame)))
      readings.push(...(await readLetters(found, languages, engines)))
  }
  return withoutGrain(mergeReadings(readings))
}

/** Removes isolated consonants and digits, and everything if there is no confident word of three letters or more. */
function withoutGrain(words: ReadWord[]): ReadWord[] {
  const hasWords = words.some(({ text, confidence }) => text.length > 2 && confidence > CERTAIN_CONFIDENCE)
  return hasWords ? words.filter(({ text }) => text.length > 1 || VOWEL.test(fold(text))) : []
}

function isText(words: readonly ReadWord[]): boolean {
  const sum = words.reduce((total, { confidence }) => total + confidence, 0)
  return words.length >= PLAIN_WORDS_MIN && sum / words.length >= PLAIN_CONFIDENCE
}

/** Reads the whole picture in gray, with Tesseract's layout analysis. */
async function readPlain(picture: Buffer, frame: number, worker: Worker): Promise<ReadWord[]> {
  const { data, info } = await sharp(picture, { page: frame })
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width: Math.max(PLAIN_WIDTH_MIN, (await sharp(picture).metadata()).width), fit: 'inside' })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  await worker.setParameters(WHOLE_PAGE)
  const words = await readPage(worker, {
    png: data,
    toFractions: (x, y) => ({ x: x / info.width, y: y / info.height }),
  })
  await worker.setParameters(ONE_BLOCK)
  return words
}

interface FoundLetters {
  letters: Letters
  capitals: CapitalPage
}

const withCapitals = (letters: Letters): FoundLetters => ({
  letters,
  capitals: findCapitalWords(letters.ink, letters.letterHeight),
})

function withoutOutlines(letters: Letters[]): FoundLetters[] {
  const found = letters.map(withCapitals)
  return found.filter((one) => !found.some((other) => other !== one && isOutlineOf(one.capitals, other.capitals)))
}

/** Selects one or two colors that certainly contain letters; other colors are shirts and skies. */
function colored(letters: Letters[]): FoundLetters[] {
  return letters
    .map(withCapitals)
    .filter(({ capitals }) => countLetters(capitals) >= COLORED_LETTERS_MIN)
    .toSorted((a, b) => countLetters(b.capitals) - countLetters(a.capitals))
    .slice(0, COLORS_MAX)
}

const isLittle = (words: ReadWord[]) =>
  words.filter(({ text, confidence }) => text.length > 2 && confidence > SURE_CONFIDENCE).length < SURE_WORDS_MIN

/** Reads the letters of one shade three ways: in all languages, letter by letter, and in Vietnamese if they may be Vietnamese. */
async function readLetters(
  { letters, capitals }: FoundLetters,
  languages: string,
  engines: Engines,
): Promise<Reading[]> {
  const page = await letters.page(STRETCH)
  const words = await readPage(await engines.get(languages), page)
  const readings: Reading[] = [{ words, preservesMarks: languages === 'vie' }]
  if (languages === 'eng' || !mayBeVietnamese(words)) {
    const alone = spellCapitals(capitals.words, words).filter(({ share }) => share === 1)
    if (languages === 'eng' || !mayBeVietnamese(alone)) {
      const plain = alone.filter(({ text }) => !hasVietnameseMarks(text))
      return [...readings, { words: plain, preservesMarks: false }]
    }
  }
  if (languages === 'eng+vie') {
    // The engine for both languages drops tone marks; the Vietnamese engine preserves them.
    const vietnamese = await engines.get('vie')
    readings.push({ words: await readPage(vietnamese, page), preservesMarks: true })
    readings.push({ words: await readPage(vietnamese, await letters.page(1)), preservesMarks: true })
  }
  const read = readings.flatMap((reading) => reading.words)
  return [...readings, { words: spellCapitals(capitals.words, read), preservesMarks: true, isByLetters: true }]
}

function mayBeVietnamese(words: ReadWord[]): boolean {
  const letters = words.map(({ text }) => text.replace(/[^\p{L}]+/gu, '')).filter((text) => text.length > 1)
  const possible = letters.filter((text) => hasVietnameseMarks(text) || isVietnameseSyllable(text))
  return possible.length > 0 && possible.length >= letters.length * VIETNAMESE_SHARE
}

async function readPage(worker: Worker, page: Page): Promise<ReadWord[]> {
  const { data } = await worker.recognize(page.png, {}, { text: false, blocks: true })
  const words = (data.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => paragraph.lines.flatMap((line) => line.words)),
  )
  return words.map(({ text, confidence, bbox }) => {
    const from = page.toFractions(bbox.x0, bbox.y0)
    const to = page.toFractions(bbox.x1, bbox.y1)
    return { text, confidence, x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y }
  })
}
