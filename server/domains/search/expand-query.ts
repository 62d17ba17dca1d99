import type { Db } from '#server/db/db.ts'
import { type CandidateQueries, findVariants } from './queries.ts'
import { parseQuery, type QueryWord, type SearchQuery, type VariantKind, withVariants } from './query.ts'
import { isOneOff } from './words.ts'

const LAST_WORD_BEGINNING_FROM_CHARS = 3
/** Shorter words have too many neighbours: one letter off is then allowed beside other words, or when the word is unknown. */
const FREELY_MISSPELT_FROM_CHARS = 5
const MISSPELT_FROM_CHARS = 3
const TRIGRAMS_FROM_CHARS = 7
const VARIANTS_MAX = 40

/** Reads a query and finds the words that occur and may be meant by its own. */
export async function expandQuery(db: Db, text: string): Promise<SearchQuery> {
  const query = parseQuery(text)
  if (query.words.length === 0) return query
  const last = query.words.at(-1)?.folded
  const beginning = last && last.length >= LAST_WORD_BEGINNING_FROM_CHARS ? last : undefined
  const rows = await findVariants(
    db,
    query.words.map((word) => word.folded),
    beginning,
  )
  const isAlone = query.words.filter((word) => !word.isOptional).length === 1
  const found = new Map<string, Map<string, VariantKind>>()
  for (const { folded } of query.words) {
    const own = rows.filter((row) => row.asked === folded)
    const isKnown = own.some((row) => row.kind === 'stem')
    const variants = new Map<string, VariantKind>()
    for (const kind of ['stem', 'beginning', 'misspelt'] as const) {
      for (const { word } of own.filter((row) => row.kind === kind)) {
        if (variants.has(word) || variants.size >= VARIANTS_MAX) continue
        if (kind === 'misspelt' && !mayMean(folded, word, isAlone && isKnown)) continue
        variants.set(word, kind)
      }
    }
    found.set(folded, variants)
  }
  return withVariants(query, found)
}

function mayMean(asked: string, word: string, isClear: boolean): boolean {
  const length = [...asked].length
  if (length < MISSPELT_FROM_CHARS || (isClear && length < FREELY_MISSPELT_FROM_CHARS)) return false
  return isOneOff(asked, word) || length >= TRIGRAMS_FROM_CHARS
}

/** What to ask the index for; null where a wider question would find nothing more. */
export function candidateQueries(query: SearchQuery): CandidateQueries {
  const required = query.words.filter((word) => !word.isOptional)
  const strict = required.map((word) => group(word, ['same', 'stem']))
  const wide = required.map((word) => group(word, ['same', 'stem', 'beginning', 'misspelt']))
  const all = strict.join(' & ')
  const allWide = wide.join(' & ')
  const allButOne = strict.map((_, left) => `(${strict.filter((__, index) => index !== left).join(' & ')})`)
  return {
    all,
    allWide: allWide === all ? null : allWide,
    most: strict.length > 2 ? allButOne.join(' | ') : null,
    any: strict.length > 1 ? strict.join(' | ') : null,
  }
}

function group(word: QueryWord, kinds: VariantKind[]): string {
  const lexemes = [...word.variants].filter(([, kind]) => kinds.includes(kind)).map(([lexeme]) => quote(lexeme))
  return `(${lexemes.join(' | ')})`
}

const quote = (lexeme: string) => `'${lexeme.replace(/['\\]/g, (sign) => sign + sign)}'`
