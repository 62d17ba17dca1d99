import type { Template, TemplateDetail, TemplateSort } from '#contract/templates/templates.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import { cutPage, decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { listMemes, type MemePage } from '../memes/lists/list-memes.ts'
import { findMemesOfTemplate, type TemplateMeme } from '../memes/lists/sources/by-template.ts'
import { knownTemplates } from '../search/known-templates/read-known.ts'
import { findStoredPicture } from './picture-queries.ts'
import { presentTemplate, presentTemplateDetail } from './present.ts'
import { findMemesOf, findTemplate, findTemplates, type TemplateAfter, type TemplateRow } from './queries.ts'

type ListDeps = Pick<Deps, 'caches' | 'config' | 'db' | 'log'>

const SEARCH_WORDS_MAX = 12
const COUNT_OF = {
  day: (row: TemplateRow) => row.day_count,
  week: (row: TemplateRow) => row.week_count,
  all: (row: TemplateRow) => row.meme_count,
} satisfies Record<TemplateSort, (row: TemplateRow) => number>

/** Returns one page of templates that at least two memes share, most used first. Throws cursor.invalid. */
export async function listTemplates(
  deps: ListDeps,
  viewer: Viewer,
  input: { sort: TemplateSort; q?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<{ templates: Template[]; hasNext: boolean; nextCursor: string | null }> {
  const asked = foldedWords(input.q ?? '')
  const known = await knownTemplates(deps)
  const after = readAfter(deps, input.sort, input.cursor)
  // A query that contains only punctuation finds nothing.
  const isEmptyQuery = (input.q ?? '') !== '' && asked.length === 0
  const rows = isEmptyQuery
    ? []
    : await findTemplates(deps.db, viewer, {
        sort: input.sort,
        words: asked,
        known: known.described(input.q ?? ''),
        limit: input.limit + 1,
        after,
      })
  const { page, hasNext, nextCursor } = cutPage(rows, input.limit, (last) =>
    encodeCursor(deps.config.authSecret, [
      'templates',
      input.sort,
      COUNT_OF[input.sort](last),
      last.meme_count,
      last.id,
    ]),
  )
  const ids = page.map(({ id }) => id)
  const memes = Map.groupBy(ids.length > 0 ? await findMemesOf(deps.db, viewer, ids) : [], (meme) => meme.template_id)
  const naming = { known, language: viewer.language }
  return { templates: page.map((row) => presentTemplate(row, memes.get(row.id) ?? [], naming)), hasNext, nextCursor }
}

const foldedWords = (text: string) => wordsOf(text).map(fold).slice(0, SEARCH_WORDS_MAX)

function readAfter(deps: ListDeps, sort: TemplateSort, cursor: string | undefined): TemplateAfter | undefined {
  if (cursor === undefined) return undefined
  const [kind, by, count, memes, id] = decodeCursor(deps.config.authSecret, cursor) ?? []
  if (kind !== 'templates' || by !== sort || typeof id !== 'string') throw new AppError('cursor.invalid')
  return { count: Number(count), memes: Number(memes), id }
}

/** Throws template.notFound if there is none, or it has no meme that the viewer may see. */
export async function getTemplate(deps: ListDeps, viewer: Viewer, id: string): Promise<TemplateDetail> {
  const row = await requireTemplate(deps.db, viewer, id)
  const picture = (await findStoredPicture(deps.db, viewer, row.id))?.key
  const naming = { known: await knownTemplates(deps), language: viewer.language, picture }
  return presentTemplateDetail(row, await findMemesOf(deps.db, viewer, [row.id]), naming)
}

/** Returns one page of a template's memes. Throws template.notFound and cursor.invalid. */
export async function listTemplateMemes(
  deps: ListDeps,
  viewer: Viewer,
  id: string,
  input: { sort: 'popular' | 'newest'; limit: number; cursor?: string | undefined },
): Promise<MemePage<string>> {
  const template = await requireTemplate(deps.db, viewer, id)
  const { sort } = input
  const from = readMemeAfter(deps, sort, input.cursor)
  return listMemes(deps, viewer, {
    scope: 'template',
    limit: input.limit,
    from,
    source: (after, limit) =>
      findMemesOfTemplate(deps.db, viewer, 'template', { templateId: template.id, sort, limit, after }),
    cursorOf: (last) => encodeCursor(deps.config.authSecret, ['template memes', sort, last.likes, last.id]),
  })
}

function readMemeAfter(deps: ListDeps, sort: string, cursor: string | undefined): TemplateMeme | undefined {
  if (cursor === undefined) return undefined
  const [kind, by, likes, id] = decodeCursor(deps.config.authSecret, cursor) ?? []
  if (kind !== 'template memes' || by !== sort || typeof id !== 'string') throw new AppError('cursor.invalid')
  return { likes: Number(likes), id }
}

async function requireTemplate(db: Db, viewer: Viewer, id: string): Promise<TemplateRow> {
  const row = await findTemplate(db, viewer, id)
  if (!row) throw new AppError('template.notFound')
  return row
}
