import { sql } from 'kysely'
import type { CaptionBox, TemplateSort } from '#contract/templates/templates.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { MemePicture } from '../memes/lists/present-image.ts'
import { seesAllLive } from '../memes/lists/scopes.ts'
import { visibleMemes } from '../memes/lists/visible-memes.ts'
import { quoteLexeme } from '../search/query/lexeme.ts'

/** Number of a template's most liked memes to use for names, words and tags. */
const CANDIDATE_MEMES = 60
/** Maximum number of newest memes with its words that a search reads. */
const FOUND_MEMES_MAX = 3000

export interface TemplateRow extends MemePicture {
  id: string
  name: string | null
  known_id: string | null
  meme_count: number
  week_count: number
  day_count: number
  /** The memes that the viewer sees; the other counts are those of all memes, for the order. */
  shown: Record<TemplateSort, number>
  created_at: Date
  sensitive: boolean
}

const COUNTS = { day: 'day_count', week: 'week_count', all: 'meme_count' } as const

/** The memes `m` that a template may show to a viewer: their pictures, and their words in the name, captions and tags. */
export const offeredMemes = (viewer: Viewer) => visibleMemes(viewer, 'template')

/** Counts of the memes `m` by age. */
export const memeCounts = {
  all: sql`count(m.id)::int`,
  week: sql`(count(m.id) filter (where m.created_at > now() - interval '7 days'))::int`,
  day: sql`(count(m.id) filter (where m.created_at > now() - interval '1 day'))::int`,
}

const columns = (viewer: Viewer) => sql`
  t.id, t.name, t.known_id, t.meme_count, t.week_count, t.day_count, ${shownCounts(viewer)} as shown, t.created_at,
  b.blob_origin, b.blob_medium, b.blob_small, b.width, b.height, b.thumbhash, b.animated, b.mime, b.sensitive`

const shownCounts = (viewer: Viewer) =>
  seesAllLive(viewer, 'template')
    ? sql`jsonb_build_object('all', t.meme_count, 'week', t.week_count, 'day', t.day_count)`
    : sql`(select jsonb_build_object('all', ${memeCounts.all}, 'week', ${memeCounts.week}, 'day', ${memeCounts.day})
        from meme_templates g join ${offeredMemes(viewer)} on m.id = g.meme_id where g.template_id = t.id)`

/** The order in which memes represent their template: non-sensitive ones first, then the most liked. */
export const faceFirst = sql`m.sensitive, s.like_count desc, m.id`

/** Joins the meme that represents the template with its picture; drops templates without a meme that the viewer may see. */
const best = (viewer: Viewer) => sql`
  join lateral (
    select m.* from meme_templates g join ${offeredMemes(viewer)} on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
    where g.template_id = t.id order by ${faceFirst} limit 1
  ) b on true`

export interface TemplateAfter {
  count: number
  memes: number
  id: string
}

/** Returns templates that memes share, most used first. */
export async function findTemplates(
  db: Db,
  viewer: Viewer,
  input: {
    sort: TemplateSort
    words: string[]
    /** The known templates that the words describe. */
    known: string[]
    limit: number
    after: TemplateAfter | undefined
  },
): Promise<TemplateRow[]> {
  const count = sql.ref(`t.${COUNTS[input.sort]}`)
  const { after } = input
  const behind = after
    ? sql`and (${count}, t.meme_count, t.id) < (${after.count}, ${after.memes}, ${after.id}::uuid)`
    : sql``
  const found = await sql<TemplateRow>`
    select ${columns(viewer)} from templates t ${best(viewer)}
    where t.meme_count > 1 ${input.words.length > 0 ? matches(viewer, input.words, input.known) : sql``} ${behind}
    order by ${count} desc, t.meme_count desc, t.id desc limit ${input.limit}`.execute(db)
  return found.rows
}

/**
 * Matches templates by the name that a moderator gave, by the words of their memes, or by the matching known templates; the last word may be
 * incomplete.
 */
function matches(viewer: Viewer, words: string[], known: string[]) {
  const query = words.map((word, index) => (index === words.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ')
  const parts = words.map((word) => `%${word}%`)
  return sql`and (t.folded_name like all (${parts}::text[]) or t.known_id = any (${known}::text[]) or t.id in (
    select g.template_id from (
      select x.meme_id from meme_texts x where x.folded @@ ${query}::tsquery order by x.meme_id desc limit ${FOUND_MEMES_MAX}
    ) x join ${offeredMemes(viewer)} on m.id = x.meme_id join meme_templates g on g.meme_id = m.id))`
}

/**
 * Returns shared templates with one of the words in their given name, or in their memes' names or tags, and some known ones: those with
 * most of the words first, then the most used. Reads only the newest memes with each word.
 * @param groups the folded variants of each word
 * @param known ids of known templates, which count as having all words
 */
export async function findTemplatesNamed(
  db: Db,
  viewer: Viewer,
  groups: string[][],
  known: string[],
  limit: number,
): Promise<TemplateRow[]> {
  const queries = groups.map((words) => words.map(quoteLexeme).join(' | '))
  const inMeme = queries.map((query) => sql`(x.named @@ ${query}::tsquery)::int`)
  const inName = groups.map(
    (words) =>
      sql`exists (select from unnest(${words}::text[]) w (word) where w.word = any (string_to_array(t.folded_name, ' ')))::int`,
  )
  const found = await sql<TemplateRow>`
    with memes_named as (
      select x.meme_id, ${sql.join(inMeme, sql` + `)} as words from meme_texts x
      where x.named @@ ${queries.join(' | ')}::tsquery order by x.meme_id desc limit ${FOUND_MEMES_MAX}
    ), named as (
      select template_id, max(words) as words from (
        select g.template_id, n.words from memes_named n
          join ${offeredMemes(viewer)} on m.id = n.meme_id join meme_templates g on g.meme_id = m.id
        union all
        select t.id, ${sql.join(inName, sql` + `)} from templates t where t.folded_name is not null
        union all
        select t.id, ${groups.length} from templates t where t.known_id = any(${known}::text[])
      ) either where words > 0 group by template_id
    )
    select ${columns(viewer)} from named n join templates t on t.id = n.template_id ${best(viewer)}
    where t.meme_count > 1 order by n.words desc, t.meme_count desc, t.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Returns a template, or the one that it was merged into; undefined if it has no meme that the viewer may see. */
export async function findTemplate(db: Db, viewer: Viewer, id: string): Promise<TemplateRow | undefined> {
  const found = await sql<TemplateRow>`
    select ${columns(viewer)} from templates t ${best(viewer)}
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

/**
 * Returns the memes that may provide words for templates, in the order of `faceFirst`: sensitive ones only if there are no
 * others.
 */
export async function findMemesOf(db: Db, viewer: Viewer, templateIds: string[]): Promise<TemplateMemeRow[]> {
  const found = await sql<TemplateMemeRow>`
    select t.id as template_id, m.* from unnest(${templateIds}::uuid[]) t (id), lateral (
      select m.id, m.name, m.user_id, m.tags, m.sensitive, x.picture_text, x.picture_words
      from meme_templates g join ${offeredMemes(viewer)} on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
        left join meme_texts x on x.meme_id = m.id
      where g.template_id = t.id order by ${faceFirst} limit ${CANDIDATE_MEMES}
    ) m`.execute(db)
  const shown = found.rows.map((row) => ({
    ...row,
    picture_words: row.picture_words?.filter(({ text }) => text !== '') ?? null,
  }))
  return harmlessOf(shown)
}

/** Returns the boxes of the words read in a meme's picture, also of those that a person removed. */
export async function findWordBoxes(db: Db, memeId: string): Promise<CaptionBox[]> {
  const row = await db
    .selectFrom('meme_texts')
    .select('picture_words as words')
    .where('meme_id', '=', memeId)
    .executeTakeFirst()
  return (row?.words ?? []) as CaptionBox[]
}

/** Filters out sensitive memes of templates that have non-sensitive ones. */
function harmlessOf(rows: TemplateMemeRow[]): TemplateMemeRow[] {
  const harmless = new Set(rows.flatMap((row) => (row.sensitive ? [] : [row.template_id])))
  return rows.filter((row) => !(row.sensitive && harmless.has(row.template_id)))
}

export async function setTemplateName(db: Db, id: string, name: string | null, folded: string | null): Promise<void> {
  await db.updateTable('templates').set({ name, folded_name: folded }).where('id', '=', id).execute()
}
