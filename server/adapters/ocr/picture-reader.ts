import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'tesseract.js'
import { sharp } from '../images/sharp-engine.ts'
import { mergeReadings, type Reading, type ReadWord } from './merge-readings.ts'
import { findColouredLettersOf, findLettersOf, type Letters, type Page } from './prepare-ink.ts'
import { type CapitalPage, countLetters, findCapitalWords, isOutlineOf } from './read-capitals.ts'
import { spellCapitals } from './spell-words.ts'
import { hasVietnameseMarks, isVietnameseSyllable } from './syllables.ts'

/** Raised when the same picture would be read otherwise; pictures read by an older version are read again by `reindex`. */
export const READ_VERSION = 5

export interface PictureReader {
  /**
   * The words in a stored picture, in reading order; of an animation those of its first and its middle frame.
   * @throws when the picture cannot be decoded or takes longer than the limit
   */
  read(picture: Buffer): Promise<ReadWord[]>
  close(): Promise<void>
}

const LANGUAGE_FILES: Record<string, string> = {
  eng: import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  vie: import.meta.resolve('@tesseract.js-data/vie/4.0.0_best_int/vie.traineddata.gz'),
}
const IDLE_MS = 30_000
const TIME_LIMIT_MS = 20_000
/** The engine's memory only grows: a thread is replaced after so many pictures. */
const PICTURES_PER_THREAD = 200
/** Share of words that could be Vietnamese from which the Vietnamese reader is asked as well. */
const VIETNAMESE_SHARE = 0.5

/** Where fewer words of three letters and more are read this surely, strong colours are looked at as well. */
const SURE_WORDS_MIN = 2
const SURE_CONFIDENCE = 60
const COLOURED_LETTERS_MIN = 4
const COLOURS_MAX = 2

/** Caption fonts are narrow and bold: the first pages are wider, see Letters.page. */
const STRETCH = 1.3

const ENGINE_LSTM = 1
const PARAMETERS = {
  // One block of text: the page holds letters alone.
  tessedit_pageseg_mode: '6',
  user_defined_dpi: '150',
  debug_file: '/dev/null',
} as const

/**
 * Reads pictures one after another, in threads of its own that start with the first picture and end when none has come for
 * half a minute. Nothing is fetched: the language files lie among the packages.
 * @param languages as tesseract names them: eng, vie or eng+vie
 */
export function createPictureReader(languages: string): PictureReader {
  const threads = new Map<string, Promise<Worker>>()
  let pictures = 0
  let idle: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()

  const release = async () => {
    clearTimeout(idle)
    const open = [...threads.values()]
    threads.clear()
    pictures = 0
    await Promise.all(open.map(async (thread) => (await thread).terminate().catch(() => {})))
  }
  const thread = (asked: string) => {
    const known = threads.get(asked)
    if (known) return known
    const started = startThread(asked)
    started.catch(() => threads.delete(asked))
    threads.set(asked, started)
    return started
  }
  const readOne = async (picture: Buffer) => {
    clearTimeout(idle)
    pictures += 1
    if (pictures > PICTURES_PER_THREAD) await release()
    try {
      return await within(TIME_LIMIT_MS, readPicture(picture, languages, thread))
    } catch (error) {
      // A thread that hangs answers nothing any more.
      await release()
      throw error
    } finally {
      idle = setTimeout(() => void release(), IDLE_MS)
      idle.unref()
    }
  }
  return {
    read(picture) {
      const turn = queue.then(() => readOne(picture))
      queue = turn.catch(() => {})
      return turn
    },
    async close() {
      await queue
      await release()
    },
  }
}

type ThreadOf = (languages: string) => Promise<Worker>

async function readPicture(picture: Buffer, languages: string, thread: ThreadOf): Promise<ReadWord[]> {
  const { pages = 1 } = await sharp(picture).metadata()
  const frames = pages > 1 ? [0, Math.floor(pages / 2)] : [0]
  const readings: Reading[] = []
  for (const frame of frames) {
    const inFrame: Reading[] = []
    for (const found of withoutOutlines(await findLettersOf(picture, frame)))
      inFrame.push(...(await readLetters(found, languages, thread)))
    if (isLittle(mergeReadings(inFrame))) {
      for (const found of coloured(await findColouredLettersOf(picture, frame)))
        inFrame.push(...(await readLetters(found, languages, thread)))
    }
    readings.push(...inFrame)
  }
  return mergeReadings(readings)
}

interface FoundLetters {
  letters: Letters
  capitals: CapitalPage
}

const lookAt = (letters: Letters): FoundLetters => ({
  letters,
  capitals: findCapitalWords(letters.ink, letters.letterHeight),
})

function withoutOutlines(letters: Letters[]): FoundLetters[] {
  const found = letters.map(lookAt)
  return found.filter((one) => !found.some((other) => other !== one && isOutlineOf(one.capitals, other.capitals)))
}

/** Colours of shirts and skies are not worth a reader's time: only what has letters for certain, in one or two colours. */
function coloured(letters: Letters[]): FoundLetters[] {
  return letters
    .map(lookAt)
    .filter(({ capitals }) => countLetters(capitals) >= COLOURED_LETTERS_MIN)
    .toSorted((a, b) => countLetters(b.capitals) - countLetters(a.capitals))
    .slice(0, COLOURS_MAX)
}

const isLittle = (words: ReadWord[]) =>
  words.filter(({ text, confidence }) => text.length > 2 && confidence > SURE_CONFIDENCE).length < SURE_WORDS_MIN

/** Letters of one shade, by the reader of all languages, letter by letter, and where they may be Vietnamese by the reader of that. */
async function readLetters(
  { letters, capitals }: FoundLetters,
  languages: string,
  thread: ThreadOf,
): Promise<Reading[]> {
  const page = await letters.page(STRETCH)
  const words = await readPage(await thread(languages), page)
  const readings: Reading[] = [{ words, keepsMarks: languages === 'vie' }]
  if (languages === 'eng' || !mayBeVietnamese(words)) {
    const alone = spellCapitals(capitals.words, words).filter(({ share }) => share === 1)
    if (languages === 'eng' || !mayBeVietnamese(alone)) {
      const plain = alone.filter(({ text }) => !hasVietnameseMarks(text))
      return [...readings, { words: plain, keepsMarks: false }]
    }
  }
  if (languages === 'eng+vie') {
    // The reader of both languages reads tone marks away; the Vietnamese one alone keeps them.
    const vietnamese = await thread('vie')
    readings.push({ words: await readPage(vietnamese, page), keepsMarks: true })
    readings.push({ words: await readPage(vietnamese, await letters.page(1)), keepsMarks: true })
  }
  const read = readings.flatMap((reading) => reading.words)
  return [...readings, { words: spellCapitals(capitals.words, read), keepsMarks: true, isByLetters: true }]
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
    const from = page.place(bbox.x0, bbox.y0)
    const to = page.place(bbox.x1, bbox.y1)
    return { text, confidence, x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y }
  })
}

async function startThread(languages: string): Promise<Worker> {
  const { createWorker } = await import('tesseract.js')
  const codes = languages.split('+')
  // The engine wants the files of all its languages in one folder; each is in a package of its own.
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-ocr-'))
  try {
    for (const code of codes) {
      await symlink(fileURLToPath(LANGUAGE_FILES[code] ?? ''), path.join(folder, `${code}.traineddata.gz`))
    }
    const worker = await createWorker(codes, ENGINE_LSTM, { langPath: folder, cacheMethod: 'none', gzip: true })
    await worker.setParameters(PARAMETERS as unknown as Parameters<Worker['setParameters']>[0])
    return worker
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Reading the picture took too long')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
