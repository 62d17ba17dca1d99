import type { Drawing } from './render.ts'
import type { Box } from './svg.ts'

/** A word of a picture; its box in fractions of the picture. */
export interface DrawnWord {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** [a, b, c, d, e, f] of SVG: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [number, number, number, number, number, number]

const SAME: Matrix = [1, 0, 0, 1, 0, 0]

/** An attribute's value: `x,y,w,h,word` of each word, in the element's own pixels. */
export function wordAttribute(words: readonly string[], boxes: readonly Box[]): string {
  return boxes
    .map(({ x, y, w, h }, index) => {
      const sides = [x, y, w, h].map((side) => side.toFixed(1))
      return [...sides, encodeURIComponent(words[index] ?? '')].join(',')
    })
    .join(' ')
}

/** The words in a drawing, in drawing order: those of the first frame, then those only in the middle frame. */
export function findDrawnWords({ frames, width, height }: Pick<Drawing, 'frames' | 'width' | 'height'>): DrawnWord[] {
  const [first = '', middle = ''] = [frames[0], frames.length > 1 ? frames[Math.floor(frames.length / 2)] : '']
  const words = wordsIn(first)
  const known = words.map(({ text }) => text)
  for (const word of wordsIn(middle)) {
    const at = known.indexOf(word.text)
    if (at === -1) words.push(word)
    else known.splice(at, 1)
  }
  return words.map(({ text, x, y, width: w, height: h }) => ({
    text,
    x: x / width,
    y: y / height,
    width: w / width,
    height: h / height,
  }))
}

function wordsIn(svg: string): DrawnWord[] {
  const words: DrawnWord[] = []
  const stack: Matrix[] = [SAME]
  for (const [, closes, name, attributes = '', isEmpty] of svg.matchAll(/<(\/?)(g|path)\b([^>]*?)(\/?)>/g)) {
    if (closes) {
      if (name === 'g') stack.pop()
      continue
    }
    const transform = /(?:^|\s)transform="([^"]*)"/.exec(attributes)?.[1] ?? ''
    const matrix = multiply(stack.at(-1) ?? SAME, parseTransform(transform))
    if (name === 'g' && !isEmpty) stack.push(matrix)
    const written = /data-words="([^"]+)"/.exec(attributes)?.[1]
    for (const word of written?.split(' ') ?? []) words.push(placed(word, matrix))
  }
  return words
}

/** The upright box around a word that may have been turned. */
function placed(word: string, [a, b, c, d, e, f]: Matrix): DrawnWord {
  const [x = 0, y = 0, w = 0, h = 0] = word.split(',').map(Number)
  const corners = [
    [x, y],
    [x + w, y],
    [x, y + h],
    [x + w, y + h],
  ] as const
  const across = corners.map(([px, py]) => a * px + c * py + e)
  const down = corners.map(([px, py]) => b * px + d * py + f)
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return {
    text: decodeURIComponent(word.split(',')[4] ?? ''),
    x: left,
    y: top,
    width: Math.max(...across) - left,
    height: Math.max(...down) - top,
  }
}

function parseTransform(transform: string): Matrix {
  let matrix = SAME
  for (const [, kind, given = ''] of transform.matchAll(/(translate|rotate|scale)\(([^)]*)\)/g)) {
    const [first = 0, second, third = 0] = given
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (kind === 'translate') matrix = multiply(matrix, [1, 0, 0, 1, first, second ?? 0])
    else if (kind === 'scale') matrix = multiply(matrix, [first, 0, 0, second ?? first, 0, 0])
    else matrix = multiply(matrix, turn(first, second ?? 0, third))
  }
  return matrix
}

function turn(degrees: number, x: number, y: number): Matrix {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]
}

const multiply = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[2] * other[1],
  one[1] * other[0] + one[3] * other[1],
  one[0] * other[2] + one[2] * other[3],
  one[1] * other[2] + one[3] * other[3],
  one[0] * other[4] + one[2] * other[5] + one[4],
  one[1] * other[4] + one[3] * other[5] + one[5],
]
