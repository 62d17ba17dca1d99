import type { MemeRow } from '#server/domains/memes/queries.ts'
import type { Seen } from './table.ts'

/** Pattern of words that only the meme has on the site. */
export const WORD = /zan[a-z]+/i

export interface Marks {
  /** The meme's id or words occur. */
  isNamed: boolean
  /** The meme's picture URL occurs in a place marked as sensitive (covered), or elsewhere (bare). */
  isCovered: boolean
  isBare: boolean
}

/** Finds traces of a meme in a response: its id, its words, the names of its files. */
export function findMarks(meme: MemeRow, answer: unknown): Marks {
  const marks: Marks = { isNamed: false, isCovered: false, isBare: false }
  const files = [meme.blob_origin, meme.blob_medium, meme.blob_small]
  const scan = (text: string, isCovered: boolean) => {
    if (text.includes(meme.id) || WORD.test(text)) marks.isNamed = true
    // A share picture reveals the meme like its files do.
    if (files.some((file) => text.includes(file)) || text.includes(`${meme.id}/share.jpg`))
      marks[isCovered ? 'isCovered' : 'isBare'] = true
  }
  const walk = (value: unknown, isCovered: boolean) => {
    if (typeof value === 'string') for (const part of partsOf(value)) scan(part, isCovered)
    else if (Array.isArray(value)) for (const one of value) walk(one, isCovered)
    else if (value !== null && typeof value === 'object') {
      const isCoveredHere = isCovered || (value as { sensitive?: unknown }).sensitive === true
      for (const [key, one] of Object.entries(value)) {
        scan(key, isCoveredHere)
        walk(one, isCoveredHere)
      }
    }
  }
  /** Documents may embed API responses, which mark sensitive content. */
  const partsOf = (text: string): string[] =>
    text.split(/<script type="application\/json"[^>]*>([^<]*)<\/script>/).flatMap((part, at) => {
      if (at % 2 === 0) return [part]
      walk(JSON.parse(part), false)
      return []
    })
  walk(answer, false)
  return marks
}

export function seenBy({ isNamed, isCovered, isBare }: Marks): 'shown' | 'covered' | 'hidden' {
  if (isBare) return 'shown'
  return isNamed || isCovered ? 'covered' : 'hidden'
}

/** A text-only place cannot show a picture, so naming the meme counts as showing it. */
export const isAsExpected = (expected: Seen, seen: ReturnType<typeof seenBy>): boolean =>
  expected === seen || (expected === 'shown' && seen === 'covered')
