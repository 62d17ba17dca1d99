/** A letter, an emoji of several code points, a Chinese character and a combining mark, each outside the BMP. */
const ASTRAL = ['𝓜', '👨‍👩‍👧‍👦', '𠮷', '\u{1E2EC}']
const OFFSETS = [0, 1, 2, ...Array.from({ length: 13 }, (_, index) => 30 + index)]

/** Texts of 38 to 42 code units that switch to characters of two code units at every offset around 40. */
export const ASTRAL_TEXTS: readonly string[] = [
  ...new Set(
    ASTRAL.flatMap((astral) =>
      ['x', 'あ'].flatMap((plain) =>
        OFFSETS.flatMap((offset) => [38, 39, 40, 41, 42].map((length) => fill(plain.repeat(offset), astral, length))),
      ),
    ),
  ),
]

function fill(beginning: string, astral: string, length: number): string {
  let text = beginning.slice(0, length)
  while (text.length + astral.length <= length) text += astral
  while (text.length + 2 <= length) text += '𝓜'
  return text.padEnd(length, 'x')
}

/** All texts in a value of any structure, except schemas. */
export function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 6 || ArrayBuffer.isView(value) || '_zod' in value)
    return []
  // A text that was treated as an object.
  if ('0' in value && !Array.isArray(value)) return []
  if (value instanceof Map || value instanceof Set) return textsIn([...value], depth)
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner, depth + 1)])
}

/** Ways to pass a text to a function: with limits around its length, twice, or in an object or list. */
const WAYS: ((text: string) => unknown[])[] = [
  ...[[], [1], [39], [40], [41], [null, null], [{}]].map((others) => (text: string) => [text, ...others]),
  (text) => [text, text],
  (text) => [[text]],
  (text) => [{ name: text, description: text, displayName: text, username: text, text }],
]
/** A function that returns no text for this many texts is assumed to return none for others. */
const PROBES = 3

/** The exported functions of a module that split a surrogate pair of a well-formed text; React hooks are skipped. */
export async function splitters(exports: object): Promise<string[]> {
  const found: string[] = []
  for (const [name, value] of Object.entries(exports))
    if (typeof value === 'function' && value.length > 0 && !/^use[A-Z]/.test(name) && (await splits(value as Call)))
      found.push(name)
  return found
}

type Call = (...given: unknown[]) => unknown

async function splits(call: Call): Promise<boolean> {
  for (const way of WAYS) {
    let isText = false
    for (const [index, text] of ASTRAL_TEXTS.entries()) {
      if (index >= PROBES && !isText) break
      const texts = textsIn(await resultOf(call, way(text)))
      if (texts.length > 0) isText = true
      if (texts.some((one) => !one.isWellFormed())) return true
    }
  }
  return false
}

/** Returns undefined if the function throws, since it may not accept a text. */
async function resultOf(call: Call, given: unknown[]): Promise<unknown> {
  try {
    return await call(...given)
  } catch {
    return undefined
  }
}
