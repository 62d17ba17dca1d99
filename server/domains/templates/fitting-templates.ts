import type { Template } from '#contract/templates.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { expandQuery } from '../search/query/expand-query.ts'
import { readOperators } from '../search/query/operators.ts'
import { keepSignificant } from '../search/query/partial-matches.ts'
import type { QueryWord } from '../search/query/query.ts'
import { presentTemplate } from './present.ts'
import { findMemesOf, findTemplatesNamed } from './queries.ts'

const SHOWN_MAX = 6
const CANDIDATES_MAX = 60
/** One word is enough for a template that shares it with at most so many others in all. */
const RARE_MAX = 3
const MISSPELT_FROM_CHARS = 5

/**
 * Templates whose names fit a search, at most six, best first: with most of its words, or with a rare one. A name is the one that
 * is shown, so that nobody wonders why a template is there. Words of which only stop words, signs or operators are left find none.
 */
export async function listFittingTemplates(deps: Pick<Deps, 'db'>, viewer: Viewer, typed: string): Promise<Template[]> {
  const query = await expandQuery(deps.db, readOperators(typed).text)
  const required = query.words.filter((word) => !word.isOptional)
  if (required.length === 0) return []
  const groups = required.map(meant)
  const rows = await findTemplatesNamed(deps.db, viewer, groups, CANDIDATES_MAX)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const memes = Map.groupBy(await findMemesOf(deps.db, viewer, ids), (meme) => meme.template_id)
  const templates = rows.map((row) => {
    const template = presentTemplate(row, memes.get(row.id) ?? [])
    const words = wordsOf(template.name).map(fold)
    const occurring = required.filter((_, at) => words.some((word) => groups[at]?.includes(word)))
    return { template, occurring: occurring.map(({ folded }) => folded), isWhole: occurring.length === required.length }
  })
  const fitting = keepSignificant(query, templates, RARE_MAX)
  return fitting
    .toSorted((a, b) => b.occurring.length - a.occurring.length)
    .slice(0, SHOWN_MAX)
    .map(({ template }) => template)
}

/** What a word may mean; a short one, one letter off, would be some other syllable. */
const meant = ({ folded, variants }: QueryWord): string[] =>
  [...variants].filter(([, kind]) => kind !== 'misspelt' || folded.length >= MISSPELT_FROM_CHARS).map(([word]) => word)
