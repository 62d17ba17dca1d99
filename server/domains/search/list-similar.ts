import type { Meme } from '#contract/memes/memes.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { type Candidate, withMemes } from '../memes/lists/list-memes.ts'
import { mirrored } from './likeness/descriptor/visual.ts'
import {
  findByTaste,
  findNearestOf,
  findPictureKeys,
  findSimilarSource,
  type SimilarSource,
} from './likeness/queries.ts'
import { findSharing, type MemeWords } from './queries.ts'
import type { StatisticsDeps } from './query/common-words-queries.ts'
import { isStopWord } from './query/stop-words.ts'
import { SIMILAR_BANDS, TEMPLATE_LIKENESS_FLOOR } from './rules.ts'

/** Maximum number of nearest pictures to fetch. */
const NEAREST = 60
const BY_WORDS = 100
/** Skip words up to this length: too many memes contain them. */
const QUERY_ABOVE_CHARS = 2
/** Minimum text similarity: one shared word among many means nothing. */
const SHARED_WORDS_FLOOR = 0.15

/**
 * Lists similar memes: first the same template (including mirrored pictures), then shared tags and words, then memes liked by the
 * same users, then similar-looking ones. Excludes the meme itself and copies. Throws `meme.notFound`.
 */
export async function listSimilar(
  deps: StatisticsDeps,
  viewer: Viewer,
  input: { imageId: string; limit: number },
): Promise<(Meme & { score: number })[]> {
  const source = await findSimilarSource(deps.db, viewer, input.imageId)
  if (!source) throw new AppError('meme.notFound')
  const scores = await scoreSimilar(deps, viewer, source)
  const ranked = [...scores].map(([id, score]) => ({ id, score }))
  ranked.sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
  const chosen = await withoutCopies(deps.db, source, ranked, input.limit)
  const shown = await withMemes(deps, viewer, 'offered', chosen)
  return shown.map(({ meme, candidate }) => ({ ...meme, score: candidate.score }))
}

async function scoreSimilar(deps: StatisticsDeps, viewer: Viewer, source: SimilarSource): Promise<Map<string, number>> {
  const { db } = deps
  const scores = new Map<string, number>()
  const give = (id: string, score: number) => {
    if (id !== source.id) scores.set(id, Math.max(score, scores.get(id) ?? 0))
  }
  if (source.vector) {
    const asked = [source.vector, mirrored(source.vector)]
    for (const { id, likeness } of await findNearestOf(deps, viewer, asked, { limit: NEAREST })) {
      give(id, likeness >= TEMPLATE_LIKENESS_FLOOR ? SIMILAR_BANDS.template + likeness : Math.max(0, likeness))
    }
  }
  const said = saying(source)
  const words = [...said].filter((word) => word.length > QUERY_ABOVE_CHARS)
  for (const other of await findSharing(db, viewer, { ...source, words }, BY_WORDS)) {
    const share = sharedWords(source.tags, said, other)
    if (share >= SHARED_WORDS_FLOOR) give(other.id, SIMILAR_BANDS.words + Math.min(share, 0.999))
  }
  const taste = await findByTaste(db, viewer, source.id, NEAREST)
  const most = taste[0]?.likers ?? 1
  for (const { id, likers } of taste) give(id, SIMILAR_BANDS.taste + likers / most)
  return scores
}

/** Returns the significant words: longer than one letter and not stop words. */
const saying = ({ folded }: Pick<MemeWords, 'folded'>) =>
  new Set(folded.split(/\s+/).filter((word) => word.length > 1 && !isStopWord(word)))

/** Text similarity of a meme to another one, 0 to 1: a shared tag counts like half-shared text. */
function sharedWords(tags: readonly string[], said: ReadonlySet<string>, other: MemeWords): number {
  const says = saying(other)
  const shared = [...said].filter((word) => says.has(word)).length
  const sharesTag = tags.some((tag) => other.tags.includes(tag))
  return (sharesTag ? 0.5 : 0) + (shared / Math.max(1, Math.min(said.size, says.size))) * 0.5
}

/** Returns the first meme of each distinct picture, at most `limit`; excludes copies of the source. */
async function withoutCopies<C extends Candidate>(
  db: Db,
  source: SimilarSource,
  ranked: C[],
  limit: number,
): Promise<C[]> {
  const looked = ranked.slice(0, limit * 4)
  if (looked.length === 0) return []
  const ids = looked.map(({ id }) => id)
  const keys = await findPictureKeys(db, ids)
  const shown = new Set([source.sourceHash, source.blobOrigin])
  const chosen: C[] = []
  for (const one of looked) {
    const own = keys.get(one.id) ?? []
    if (own.some((key) => shown.has(key))) continue
    for (const key of own) shown.add(key)
    chosen.push(one)
    if (chosen.length === limit) break
  }
  return chosen
}
