import type { Networks } from './networks.ts'
import type { Pixels } from './pixels.ts'

/** A letter read by the recognizer. */
export interface Letter {
  text: string
  /** Probability, 0 to 1. */
  chance: number
  /** Position of its center, as a share of the line's width. */
  at: number
  /** Probability of a space before it. */
  space: number
  /** Distance to the previous letter, relative to the line's typical distance. */
  distance: number
}

export interface RecognizedLine {
  letters: Letter[]
  /** Share of the recognized characters that belong to scripts other than Latin. */
  foreign: number
}

export const LINE_HEIGHT = 48
const WIDTH_STEP = 16
/** Characters of Latin texts. */
const LATIN = /^[\p{Script=Latin}\p{N}!-/:-@[-`{-~°§£€]$/u
const BLANK = 0

/** @param line of LINE_HEIGHT rows */
export async function recognizeLine(line: Pixels, { recognizer, alphabet }: Networks): Promise<RecognizedLine> {
  const width = Math.ceil(line.width / WIDTH_STEP) * WIDTH_STEP
  const plane = width * LINE_HEIGHT
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel += 1) {
    for (let y = 0; y < LINE_HEIGHT; y += 1) {
      for (let x = 0; x < line.width; x += 1) {
        // The network expects BGR channel order.
        const value = line.data[(y * line.width + x) * 3 + 2 - channel] ?? 0
        values[channel * plane + y * width + x] = value / 127.5 - 1
      }
    }
  }
  const { data, dims } = await recognizer.run(values, LINE_HEIGHT, width)
  const [, steps = 0, classes = 0] = dims
  return decode(data, steps, classes, latinOf(alphabet), width / line.width)
}

interface Latin {
  letters: readonly { text: string; index: number }[]
  space: number
}

const known = new WeakMap<readonly string[], Latin>()

function latinOf(alphabet: readonly string[]): Latin {
  const latin = known.get(alphabet) ?? {
    letters: alphabet.flatMap((text, index) => (LATIN.test(text) ? [{ text, index }] : [])),
    space: alphabet.length - 1,
  }
  known.set(alphabet, latin)
  return latin
}

/** The likeliest Latin character of each step; equal neighbors are joined, as CTC decoding requires. */
function decode(data: Float32Array, steps: number, classes: number, latin: Latin, stretch: number): RecognizedLine {
  const letters: (Letter & { step: number })[] = []
  let before = ''
  let space = 0
  let [seen, foreign] = [0, 0]
  for (let step = 0; step < steps; step += 1) {
    const from = step * classes
    const blank = data[from + BLANK] ?? 0
    const spaceHere = data[from + latin.space] ?? 0
    let [text, chance, all] = ['', 0, 0]
    for (const letter of latin.letters) {
      const value = data[from + letter.index] ?? 0
      all += value
      if (value > chance) {
        text = letter.text
        chance = value
      }
    }
    const rest = Math.max(0, 1 - blank - spaceHere - all)
    foreign += rest
    seen += rest + all
    if (chance < Math.max(blank, spaceHere) || chance < 0.1) {
      space = Math.max(space, spaceHere)
      before = ''
      continue
    }
    const last = letters.at(-1)
    if (text === before && last) {
      if (chance > last.chance) Object.assign(last, { chance, step })
    } else {
      letters.push({ text, chance, step, at: 0, space: Math.max(space, spaceHere), distance: 0 })
      space = 0
    }
    before = text
  }
  return { letters: withDistances(letters, steps, stretch), foreign: seen > 0 ? foreign / seen : 0 }
}

function withDistances(letters: (Letter & { step: number })[], steps: number, stretch: number): Letter[] {
  const gaps = letters.slice(1).map(({ step }, index) => step - (letters[index]?.step ?? 0))
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 1
  return letters.map(({ text, chance, step, space }, index) => ({
    text,
    chance,
    space: index === 0 ? 0 : space,
    at: Math.min(1, ((step + 0.5) / steps) * stretch),
    distance: index === 0 ? 0 : (gaps[index - 1] ?? 0) / Math.max(1, usual),
  }))
}
