import { type RawBuilder, sql } from 'kysely'
import type { Meme } from '#contract/memes/memes.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { DetailsDeps } from './details.ts'
import { visibleOf } from './filter.ts'
import { hydrate } from './hydrate.ts'
import { presentMeme } from './present.ts'
import type { MemeScope } from './scopes.ts'

// The pipeline of every list of memes: candidate source, visibility filter (scopes.ts, filter.ts), hydration (hydrate.ts),
// presenter (present.ts).

/** A meme that a source proposes: its id and sort keys, and nothing else. */
export interface Candidate {
  id: string
}

/** Returns the candidates that follow one in the order of the list, or the first ones; at most `limit`. */
export type Source<C extends Candidate> = (after: C | undefined, limit: number) => Promise<C[]>

export interface MemePage<Cursor, Item = Meme> {
  memes: Item[]
  hasNext: boolean
  nextCursor: Cursor | null
}

interface MemeList<C extends Candidate, Cursor> {
  scope: MemeScope
  limit: number
  /** The position of the cursor; undefined for the first page. */
  from: C | undefined
  source: Source<C>
  cursorOf: (last: C) => Cursor
}

/** Maximum number of further queries to the source when the filter removed candidates. */
const REFILLS_MAX = 4

/**
 * Returns one page of a list. Candidates that the viewer may not see are replaced by the following ones, up to a limit; after
 * that, the page is short and its cursor continues behind the last candidate.
 */
export async function listMemes<C extends Candidate, Cursor>(
  deps: DetailsDeps,
  viewer: Viewer,
  list: MemeList<C, Cursor>,
): Promise<MemePage<Cursor>> {
  const { memes, ...page } = await listWithCandidates(deps, viewer, list)
  return { memes: memes.map(({ meme }) => meme), ...page }
}

/** `listMemes` for lists that show the sort keys of their memes. */
export async function listWithCandidates<C extends Candidate, Cursor>(
  deps: DetailsDeps,
  viewer: Viewer,
  { scope, limit, from, source, cursorOf }: MemeList<C, Cursor>,
): Promise<MemePage<Cursor, { meme: Meme; candidate: C }>> {
  const memes: { meme: Meme; candidate: C }[] = []
  let last = from
  let hasNext = false
  for (let asked = 0; asked <= REFILLS_MAX; asked += 1) {
    const missing = limit - memes.length
    const found = await source(last, missing + 1)
    const candidates = found.slice(0, missing)
    hasNext = found.length > missing
    last = candidates.at(-1) ?? last
    memes.push(...(await withMemes(deps, viewer, scope, candidates)))
    if (!hasNext || memes.length === limit) break
  }
  return { memes, hasNext, nextCursor: hasNext && last !== undefined ? cursorOf(last) : null }
}

/** Returns the candidates that the viewer may see in a scope, in their order, with their memes. */
export async function withMemes<C extends Candidate>(
  deps: DetailsDeps,
  viewer: Viewer,
  scope: MemeScope,
  candidates: readonly C[],
): Promise<{ meme: Meme; candidate: C }[]> {
  return (await withMemesAnd(deps, viewer, scope, candidates)).shown
}

/**
 * `withMemes`, with another row from the same statement.
 * @param other a select of one row, which must survive JSON
 */
export async function withMemesAnd<C extends Candidate, Other>(
  deps: DetailsDeps,
  viewer: Viewer,
  scope: MemeScope,
  candidates: readonly C[],
  other?: RawBuilder<Other>,
): Promise<{ shown: { meme: Meme; candidate: C }[]; other: Other | null }> {
  if (candidates.length === 0) return { shown: [], other: null }
  const ids = candidates.map(({ id }) => id)
  const found = await hydrate(
    deps,
    visibleOf(viewer, scope, ids),
    other && ((cards) => ({ before: sql``, cards, other })),
  )
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  const shown = candidates.flatMap((candidate) => {
    const row = byId.get(candidate.id)
    return row ? [{ meme: presentMeme(row, viewer), candidate }] : []
  })
  return { shown, other: found.other }
}

/** Returns those of some memes that the viewer may see in a scope, in the order of `ids`. */
export async function showMemes(
  deps: DetailsDeps,
  viewer: Viewer,
  scope: MemeScope,
  ids: readonly string[],
): Promise<Meme[]> {
  const shown = await withMemes(
    deps,
    viewer,
    scope,
    ids.map((id) => ({ id })),
  )
  return shown.map(({ meme }) => meme)
}
