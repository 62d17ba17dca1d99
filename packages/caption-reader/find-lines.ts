import { hasFineDetail } from './fine-detail.ts'
import { fitRectangle, type Rectangle } from './fit-rectangle.ts'
import type { Network } from './networks.ts'
import { findPieces, type Ink, type Piece } from './pieces.ts'
import { type Pixels, resizePixels } from './pixels.ts'

/** A line of text in a picture, in pixels, possibly rotated. */
export interface TextLine extends Rectangle {
  /** Mean probability of text inside, 0 to 1. */
  score: number
}

/** Size in pixels of the first version that the detector processes. */
const FIRST_PIXELS = 260_000
/** Size in pixels of the preview. The search ends if no pixel of it has at least this probability of being text. */
const GLANCE_PIXELS = 64_000
const GLANCE_CHANCE = 0.1
/** The network requires side lengths that are multiples of this. */
const STEP = 32
/**
 * A line lower than SMALL_LINE, in pixels of the detector's input, is searched for again at a scale that makes it WANTED_LINE
 * high.
 */
const SMALL_LINE = 17
const WANTED_LINE = 24
const TEXT_FROM = 0.3
const SCORE_MIN = 0.5
const AREA_MIN = 10
/** The detector marks the core of a line; the line's box is expanded by area × this / perimeter (as in DB). */
const UNCLIP = 1.7
const LINES_MAX = 150
/** Channel means and standard deviations of the detector's training data. */
const MEAN = [0.485, 0.456, 0.406]
const DEVIATION = [0.229, 0.224, 0.225]

/**
 * Finds lines of text, in pixels of the picture. If the picture has no fine detail, a small preview suffices to rule out text.
 * @param pixelsMax size limit, in pixels, of the second pass for small letters
 */
export async function findLines(picture: Pixels, detector: Network, pixelsMax: number): Promise<TextLine[]> {
  const area = picture.width * picture.height
  const first = Math.min(1, Math.sqrt(FIRST_PIXELS / area))
  const version = await scaled(picture, first)
  if (!hasFineDetail(version)) {
    const glance = await scaled(version, Math.min(1, Math.sqrt(GLANCE_PIXELS / (version.width * version.height))))
    const text = await detect(glance, detector)
    if (text.every((chance) => chance < GLANCE_CHANCE)) return []
  }
  const found = await findIn(version, picture, detector)
  const smallest = Math.min(...found.map(({ height }) => height * first))
  if (found.length === 0 || smallest >= SMALL_LINE) return found
  const wanted = first * Math.min(2, WANTED_LINE / smallest)
  const second = Math.min(1.5, wanted, Math.sqrt(pixelsMax / area))
  return second > first * 1.15 ? findIn(await scaled(picture, second), picture, detector) : found
}

const toStep = (length: number) => Math.max(STEP, Math.round(length / STEP) * STEP)

const scaled = (picture: Pixels, scale: number) =>
  resizePixels(picture, { width: toStep(picture.width * scale), height: toStep(picture.height * scale) })

/** The probability of each pixel to belong to text. */
async function detect({ data, width, height }: Pixels, detector: Network): Promise<Float32Array> {
  const plane = width * height
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [MEAN[channel] ?? 0, DEVIATION[channel] ?? 1]
    for (let at = 0; at < plane; at += 1)
      values[channel * plane + at] = ((data[at * 3 + channel] ?? 0) / 255 - mean) / deviation
  }
  return (await detector.run(values, height, width)).data
}

/** Finds lines in a scaled version; returns them in pixels of the original picture. */
async function findIn(version: Pixels, picture: Pixels, detector: Network): Promise<TextLine[]> {
  const scales = { x: picture.width / version.width, y: picture.height / version.height }
  return linesOf(await detect(version, detector), version).map((line) => ({
    score: line.score,
    angle: line.angle,
    x: line.x * scales.x,
    y: line.y * scales.y,
    width: line.width * scales.x,
    height: line.height * scales.y,
  }))
}

function linesOf(probability: Float32Array, { width, height }: { width: number; height: number }): TextLine[] {
  const ink: Ink = { values: new Uint8Array(width * height), width, height }
  for (let at = 0; at < ink.values.length; at += 1) ink.values[at] = (probability[at] ?? 0) > TEXT_FROM ? 255 : 0
  const { pieces, labels } = findPieces(ink)
  const lines = pieces.flatMap((piece, index) => {
    if (piece.area < AREA_MIN) return []
    const score = meanIn(piece, index + 1, probability, labels, width)
    if (score < SCORE_MIN) return []
    const core = fitRectangle(edgesOf(piece, index + 1, labels, width))
    const more = (core.width * core.height * UNCLIP) / (2 * (core.width + core.height))
    return [{ ...core, width: core.width + 2 * more, height: core.height + 2 * more, score }]
  })
  return level(lines.toSorted((a, b) => b.width * b.height - a.width * a.height).slice(0, LINES_MAX))
}

function meanIn(piece: Piece, label: number, values: Float32Array, labels: Int32Array, width: number): number {
  let sum = 0
  for (let y = piece.top; y <= piece.bottom; y += 1)
    for (let x = piece.left; x <= piece.right; x += 1)
      if (labels[y * width + x] === label) sum += values[y * width + x] ?? 0
  return sum / piece.area
}

/** The first and the last pixel of each row of a piece. */
function edgesOf(piece: Piece, label: number, labels: Int32Array, width: number): [number, number][] {
  const edges: [number, number][] = []
  for (let y = piece.top; y <= piece.bottom; y += 1) {
    let [left, right] = [piece.left, piece.right]
    while (left <= right && labels[y * width + left] !== label) left += 1
    while (right >= left && labels[y * width + right] !== label) right -= 1
    if (left > right) continue
    edges.push([left, y], [right + 1, y], [left, y + 1], [right + 1, y + 1])
  }
  return edges
}

/** Short lines have no reliable direction, so they take the direction of the long ones. */
const LONG_SHARE = 3.5

function level(lines: TextLine[]): TextLine[] {
  const long = lines.filter(({ width, height }) => width > height * LONG_SHARE)
  return lines.map((line) => {
    if (line.width > line.height * LONG_SHARE) return line
    const nearest = long.toSorted((a, b) => distance(a, line) - distance(b, line))[0]
    return turnTo(line, nearest?.angle ?? 0)
  })
}

const distance = (a: TextLine, b: TextLine) => Math.hypot(a.x - b.x, a.y - b.y)

/** An approximate rectangle around the same text in another direction. */
function turnTo(line: TextLine, angle: number): TextLine {
  const [cosine, sine] = [Math.abs(Math.cos(line.angle - angle)), Math.abs(Math.sin(line.angle - angle))]
  return {
    ...line,
    angle,
    width: line.width * cosine + line.height * sine,
    height: line.height * cosine + line.width * sine,
  }
}
