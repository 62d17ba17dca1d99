import { type SqlBool, sql } from 'kysely'
import type { CaptionBox, TemplateSort } from '#contract/templates.ts'
import type { Db } from '#server/platform/db/db.ts'
import { isLive } from '#server/platform/db/live-memes-queries.ts'
import { isWanted, unwanted, withUnwanted } from '#server/platform/db/not-interested-filter-queries.ts'
import { isListed } from '#server/platform/db/viewer-filter-queries.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { quoteLexeme } from '../search/query/lexeme.ts'

/** Names, words and tags are taken from this many memes of a template, the best liked ones. */
const ASKED_MEMES = 60
/** A search looks at so many memes that have its words, the newest ones. */
const FOUND_MEMES_MAX = 3000

export interface TemplateRow {
  id: string
  name: string | null
  meme_count: number
  week_count: number
  day_count: number
  created_at: Date
  blob_origin: string
  blob_medium: string
  blob_small: string
  width: number
  height: number
  thumbhash: string
  animated: boolean
  mime: string
  sensitive: boolean
}

const COUNTS = { day: 'day_count', week: 'week_count', all: 'meme_count' } as const

const columns = sql`
  t.id, t.name, t.meme_count, t.week_count, t.day_count, t.created_at,
  b.blob_origin, b.blob_medium, b.blob_small, b.width, b.height, b.thumbhash, b.animated, b.mime, b.sensitive`
/**
 * Whether a template may show the meme `m` to a viewer: its picture, and its words in the name, captions and tags. A statement with
 * this begins with `withUnwanted`.
 */
export const isOffered = (viewer: Viewer) => sql<SqlBool>`(${isLive()} and ${isListed(viewer)} ${isWanted(viewer)})`

/** The order in which memes stand for their template: harmless ones first, then the best liked. */
export const faceFirst = sql`m.sensitive, s.like_count desc, m.id`

/** The meme whose picture stands for the template; a template without any that the viewer may be shown is left out. */
const best = (viewer: Viewer) => sql`
  join lateral (
    select m.* from meme_templates g join memes m on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
    where g.template_id = t.id and ${isOffered(viewer)} order by ${faceFirst} limit 1
  ) b on true`

export interface TemplateAfter {
  count: number
  memes: number
  id: string
}

/** Templates that memes share, the most used first. */
export async function findTemplates(
  db: Db,
  viewer: Viewer,
  input: { sort: TemplateSort; words: string[]; limit: number; after: TemplateAfter | undefined },
): Promise<TemplateRow[]> {
  const count = sql.ref(`t.${COUNTS[input.sort]}`)
  const { after } = input
  const behind = after
    ? sql`and (${count}, t.meme_count, t.id) < (${after.count}, ${after.memes}, ${after.id}::uuid)`
    : sql``
  const found = await sql<TemplateRow>`
    ${withUnwanted(viewer)} select ${columns} from templates t ${best(viewer)}
    where t.meme_count > 1 ${input.words.length > 0 ? matches(viewer, input.words) : sql``} ${behind}
    order by ${count} desc, t.meme_count desc, t.id desc limit ${input.limit}`.execute(db)
  return found.rows
}

/** Templates by the name that a moderator gave, or by the words of their memes; the last word may be unfinished. */
function matches(viewer: Viewer, words: string[]) {
  const query = words.map((word, index) => (index === words.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ')
  const parts = words.map((word) => `%${word}%`)
  return sql`and (t.folded_name like all (${parts}::text[]) or t.id in (
    select g.template_id from (
      select x.meme_id from meme_texts x where x.folded @@ ${query}::tsquery order by x.meme_id desc limit ${FOUND_MEMES_MAX}
    ) x join memes m on m.id = x.meme_id join meme_templates g on g.meme_id = m.id where ${isOffered(viewer)}))`
}

/**
 * Templates that memes share of which the given name, or some meme's name or tags, has one of the words; those with most of them
 * first, then the most used. Only the newest memes with each word are looked at.
 * @param groups the folded variants of each word
 */
export async function findTemplatesNamed(
  db: Db,
  viewer: Viewer,
  groups: string[][],
  limit: number,
): Promise<TemplateRow[]> {
  const queries = groups.map((words) => words.map(quoteLexeme).join(' | '))
  const inMeme = queries.map((query) => sql`(x.named @@ ${query}::tsquery)::int`)
  const inName = groups.map(
    (words) =>
      sql`exists (select from unnest(${words}::text[]) w (word) where w.word = any (string_to_array(t.folded_name, ' ')))::int`,
  )
  const found = await sql<TemplateRow>`
    with ${unwanted(viewer)} memes_named as (
      select x.meme_id, ${sql.join(inMeme, sql` + `)} as words from meme_texts x
      where x.named @@ ${queries.join(' | ')}::tsquery order by x.meme_id desc limit ${FOUND_MEMES_MAX}
    ), named as (
      select template_id, max(words) as words from (
        select g.template_id, n.words from memes_named n
          join memes m on m.id = n.meme_id join meme_templates g on g.meme_id = m.id where ${isOffered(viewer)}
        union all
        select t.id, ${sql.join(inName, sql` + `)} from templates t where t.folded_name is not null
      ) either where words > 0 group by template_id
    )
    select ${columns} from named n join templates t on t.id = n.template_id ${best(viewer)}
    where t.meme_count > 1 order by n.words desc, t.meme_count desc, t.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** A template, or the one that it was merged into; undefined where it has no meme that the viewer may be shown. */
export async function findTemplate(db: Db, viewer: Viewer, id: string): Promise<TemplateRow | undefined> {
  const found = await sql<TemplateRow>`
    ${withUnwanted(viewer)} select ${columns} from templates t ${best(viewer)}
    where t.id = (select coalesce(o.merged_into, o.id) from templates o where o.id = ${id})`.execute(db)
  return found.rows[0]
}

export interface TemplateMemeRow {
  template_id: string
  id: string
  name: string
  user_id: string | null
  tags: string[]
  picture_text: string | null
  picture_words: CaptionBox[] | null
  sensitive: boolean
}

/** The memes of templates that may give them words, in the order of `faceFirst`: sensitive ones only where there is no other. */
export async function findMemesOf(db: Db, viewer: Viewer, templateIds: string[]): Promise<TemplateMemeRow[]> {
  const found = await sql<TemplateMemeRow>`
    ${withUnwanted(viewer)}
    select t.id as template_id, m.* from unnest(${templateIds}::uuid[]) t (id), lateral (
      select m.id, m.name, m.user_id, m.tags, m.sensitive, x.picture_text, x.picture_words
      from meme_templates g join memes m on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
        left join meme_texts x on x.meme_id = m.id
      where g.template_id = t.id and ${isOffered(viewer)} order by ${faceFirst} limit ${ASKED_MEMES}
    ) m`.execute(db)
  return harmlessOf(found.rows)
}

/** Of each template the harmless ones, of one without any all. */
function harmlessOf(rows: TemplateMemeRow[]): TemplateMemeRow[] {
  const harmless = new Set(rows.flatMap((row) => (row.sensitive ? [] : [row.template_id])))
  return rows.filter((row) => !(row.sensitive && harmless.has(row.template_id)))
}

export interface TemplateMemeId {
  id: string
  likes: number
}

/** The memes of a template that a viewer may be shown: the best liked first, or the newest. */
export async function findTemplateMemes(
  db: Db,
  viewer: Viewer,
  templateId: string,
  input: { sort: 'popular' | 'newest'; limit: number; after: TemplateMemeId | undefined },
): Promise<TemplateMemeId[]> {
  const { after } = input
  const isPopular = input.sort === 'popular'
  const behind = isPopular
    ? sql`and (s.like_count, m.id) < (${after?.likes ?? 0}, ${after?.id ?? null}::uuid)`
    : sql`and m.id < ${after?.id ?? null}::uuid`
  const found = await sql<TemplateMemeId>`
    ${withUnwanted(viewer)} select m.id, s.like_count as likes
    from meme_templates g join memes m on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
    where g.template_id = ${templateId} and ${isOffered(viewer)} ${after ? behind : sql``}
    order by ${isPopular ? sql`s.like_count desc, m.id desc` : sql`m.id desc`} limit ${input.limit}`.execute(db)
  return found.rows
}

export async function setTemplateName(db: Db, id: string, name: string | null, folded: string | null): Promise<void> {
  await db.updateTable('templates').set({ name, folded_name: folded }).where('id', '=', id).execute()
}
