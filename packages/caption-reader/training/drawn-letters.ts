import type opentype from 'opentype.js'
import sharp from 'sharp'
import { CAPITALS } from '../capital-classes.ts'
import { COLUMNS, ROWS } from '../capital-features.ts'
import { findCapitals } from '../find-capitals.ts'
import { findLettersOf } from '../prepare-ink.ts'
import { drawScene, random } from '../samples/draw.ts'
import { outlineOf } from '../samples/typeface.ts'

/** A letter as the product extracts it from a picture, with its class: an index into CAPITALS. */
export interface DrawnLetter {
  label: number
  features: Float32Array
}

interface DrawnGlyph {
  label: number
  left: number
  right: number
  top: number
  bottom: number
}

const LABELS = new Map(CAPITALS.map((text, label) => [text, label]))
const OTHER = LABELS.get('') ?? 0
const MARKED = CAPITALS.filter((text) => text !== '' && !/^[A-Z0-9]$/.test(text))
const PLAIN = CAPITALS.filter((text) => /^[A-Z]$/.test(text))
const SIGNS = [...'0123456789!?&$%+']

type Next = () => number
const pick = <T>(list: readonly T[], next: Next): T => list[Math.floor(next() * list.length)] as T
const between = (low: number, high: number, next: Next) => low + next() * (high - low)

/**
 * Lower-case letters that do not resemble capitals; trained as "something else", so that lower-case words are not read as
 * capitals.
 */
const SMALL = [...'abdefghjmnqrt']

/** Oversamples letters with marks, which are hard to distinguish. */
function anyWord(next: Next): string {
  const length = 2 + Math.floor(next() * 6)
  if (next() < 0.06) return Array.from({ length }, () => pick(SMALL, next)).join('')
  return Array.from({ length }, () => {
    const kind = next()
    if (kind < 0.58) return pick(MARKED, next)
    return kind < 0.94 ? pick(PLAIN, next) : pick(SIGNS, next)
  }).join('')
}

interface LetterStyle {
  fill: string
  stroke: string
  /** Width of the outline, as a share of the letters' size. */
  thick: number
  /** Width added to the letters' strokes, as a share of their size. */
  bold: number
}

function randomStyle(next: Next): LetterStyle {
  const thick = between(1 / 16, 1 / 6, next)
  const bold = next() < 0.3 ? next() * 0.03 : 0
  const kind = next()
  if (kind < 0.55) return { fill: '#fff', stroke: '#000', thick, bold }
  if (kind < 0.75) return { fill: pick(['#ffe14d', '#ff0', '#fc0'], next), stroke: '#000', thick, bold }
  return { fill: pick(['#000', '#111'], next), stroke: '#fff', thick, bold }
}

/**
 * Draws a picture with lines of random capitals and splits it into letters as the product does.
 * @param seed random seed; the same seed gives the same letters
 */
export async function drawLetters(face: opentype.Font[], seed: string): Promise<DrawnLetter[]> {
  const next = random(`letters ${seed}`)
  const width = Math.round(between(420, 1000, next))
  const height = Math.round(width * between(0.75, 1.1, next))
  const style = randomStyle(next)
  const bent = { wide: between(0.8, 1.25, next), lean: next() < 0.5 ? 0 : between(-0.05, 0.32, next) }
  const size = height * between(0.06, 0.13, next)
  const glyphs: DrawnGlyph[] = []
  const paths: string[] = []
  for (let baseline = size * 1.3; baseline < height - size * 0.4; baseline += size * between(1.3, 1.7, next)) {
    let at = size * between(0.2, 1, next)
    for (;;) {
      const word = anyWord(next)
      const shape = outlineOf(word, face, bent)
      if (at + shape.width * size > width - size * 0.5) break
      paths.push(shape.path(at, baseline, size))
      for (const [index, character] of [...word].entries()) {
        const letter = shape.places[index]
        if (!letter) continue
        // Horizontal shift of slanted letters at half their height.
        const shift = at + size * 0.35 * bent.lean
        const [left, right] = [shift + letter.from * size, shift + letter.to * size]
        glyphs.push({
          label: LABELS.get(character) ?? OTHER,
          left,
          right,
          top: baseline - size * 0.6,
          bottom: baseline,
        })
      }
      at += (shape.width + 0.3 * bent.wide) * size
    }
  }
  const stroke = style.bold > 0 ? ` stroke="${style.fill}" stroke-width="${(style.bold * size).toFixed(1)}"` : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" stroke-linejoin="round">
    <path d="${paths.join('')}" fill="${style.stroke}" stroke="${style.stroke}" stroke-width="${((style.thick + style.bold) * size).toFixed(1)}"/>
    <path d="${paths.join('')}" fill="${style.fill}"${stroke}/></svg>`
  const drawn = sharp(await drawScene(seed, { width, height })).composite([{ input: Buffer.from(svg) }])
  const picture = await (next() < 0.6
    ? drawn.jpeg({ quality: Math.round(between(35, 95, next)) })
    : drawn.png()
  ).toBuffer()
  return cutUp(picture, width, glyphs, next)
}

/** Splits a picture into labeled letters. Ink that matches few letters, such as outlines, is labeled as "something else". */
async function cutUp(picture: Buffer, width: number, glyphs: DrawnGlyph[], next: Next): Promise<DrawnLetter[]> {
  const found: DrawnLetter[][] = []
  const junk: DrawnLetter[] = []
  for (const { ink, letterHeight } of await findLettersOf(picture, 0)) {
    const scale = width / ink.width
    const letters = findCapitals(ink, letterHeight).flatMap(({ capitals }) => capitals)
    const labelled = letters.map(({ left, right, top, bottom, features }) => {
      const [x, y] = [((left + right + 1) / 2) * scale, ((top + bottom + 1) / 2) * scale]
      const under = glyphs.filter((glyph) => x > glyph.left && x < glyph.right && y > glyph.top && y < glyph.bottom)
      const wide = under[0] ? (right - left + 1) * scale > (under[0].right - under[0].left) * 1.25 : false
      return { label: wide ? OTHER : (under[0]?.label ?? OTHER), features }
    })
    const fits = labelled.filter(({ label }) => label !== OTHER).length
    found.push(labelled)
    if (fits < glyphs.length * 0.3) junk.push(...labelled.map((letter) => ({ ...letter, label: OTHER })))
  }
  const best = found.reduce((one, other) => (score(other) > score(one) ? other : one), [] as DrawnLetter[])
  return [...best, ...junk.filter(() => next() < 0.1)]
}

/** Hollow outlines are at the same positions, but solid letters have more ink. */
const score = (letters: DrawnLetter[]) =>
  letters.filter(({ label }) => label !== OTHER).reduce((sum, { features }) => sum + inkIn(features), 0)
const inkIn = (features: Float32Array) => features.subarray(0, COLUMNS * ROWS).reduce((sum, value) => sum + value, 0)
