import type { Template } from '#contract/templates/templates.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { knownTemplates } from '../search/known-templates/read-known.ts'
import { keepSignificant } from '../search/query/partial-matches.ts'
import { expandQuery, type QueryWord } from '../search/query/query.ts'
import { readOperators } from '../search/query/read-request.ts'
import { presentTemplate } from './present.ts'
import { findMemesOf, findTemplatesNamed } from './queries.ts'

const SHOWN_MAX = 6
const CANDIDATES_MAX = 60
/** A word is rare if at most this many templates share it; one rare word suffices for a match. */
const RARE_MAX = 3
const MISSPELT_FROM_CHARS = 5

/**
 * Returns templates that match a search, at most six, best first: well-known ones that it describes or almost names, then those with most of its
 * words in the name, or with a rare one. Compares the displayed names, so that every match is obvious to users. Finds none if the
 * search has only stop words, punctuation or operators.
 */
export async function listFittingTemplates(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>,
  viewer: Viewer,
  typed: string,
): Promise<Template[]> {
  const { text } = readOperators(typed)
  const query = await expandQuery(deps.db, text)
  const required = query.words.filter((word) => !word.isOptional)
  if (required.length === 0) return []
  const groups = required.map(meant)
  const known = await knownTemplates(deps)
  const exactly = known.described(text)
  const described = exactly.length > 0 ? exactly : known.spelledLike(text)
  const rows = await findTemplatesNamed(deps.db, viewer, groups, described, CANDIDATES_MAX)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const memes = Map.groupBy(await findMemesOf(deps.db, viewer, ids), (meme) => meme.template_id)
  const templates = rows.map((row) => {
    const template = presentTemplate(row, memes.get(row.id) ?? [], { known, language: viewer.language })
    const words = wordsOf(template.name).map(fold)
    const isDescribed = described.includes(row.known_id ?? '')
    const occurring = isDescribed
      ? required
      : required.filter((_, at) => words.some((word) => groups[at]?.includes(word)))
    return { template, occurring: occurring.map(({ folded }) => folded), isWhole: occurring.length === required.length }
  })
  const fitting = keepSignificant(query, templates, RARE_MAX)
  return fitting
    .toSorted((a, b) => b.occurring.length - a.occurring.length)
    .slice(0, SHOWN_MAX)
    .map(({ template }) => template)
}

/** Returns the variants of a word. Excludes misspelled variants of short words, since they would be different syllables. */
const meant = ({ folded, variants }: QueryWord): string[] =>
  [...variants].filter(([, kind]) => kind !== 'misspelt' || folded.length >= MISSPELT_FROM_CHARS).map(([word]) => word)
