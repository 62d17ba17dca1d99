import { sql } from 'kysely'
import { fold } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { visibleMemes } from '../../memes/lists/visible-memes.ts'
import type { MemeTexts } from '../rules.ts'
import { quoteLexeme } from './lexeme.ts'

/** A word to look for: any of the folded variants, and with the marks of `exact` if it is given. */
export interface SoughtWord {
  word: string
  variants: readonly string[]
  exact: string | null
}

/** Returns those of the words that occur in a meme that lists may show to the viewer. */
export async function findOccurring(db: Db, viewer: Viewer, sought: readonly SoughtWord[]): Promise<Set<string>> {
  const rows = sought.map(({ word, variants, exact }) => ({
    word,
    query: variants.map(quoteLexeme).join(' | '),
    exact,
  }))
  const found = await sql<{ word: string }>`
    select s.word from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s (word text, query text, exact text)
    where exists (
      select from meme_texts t join ${visibleMemes(viewer, 'offered')} on m.id = t.meme_id
      where t.folded @@ s.query::tsquery and (s.exact is null or strpos(t.exact_text, s.exact) > 0))`.execute(db)
  return new Set(found.rows.map(({ word }) => word))
}

/** Returns some memes with each folded word that lists may show to the viewer, at most `limit` per word. */
export async function findTextsWith(
  db: Db,
  viewer: Viewer,
  words: readonly string[],
  limit: number,
): Promise<(MemeTexts & { word: string })[]> {
  if (words.length === 0) return []
  const found = await sql<MemeTexts & { word: string }>`
    select w.word, t.exact_text as exact, t.folded_text as folded from unnest(${[...words]}::text[]) w (word)
    cross join lateral (
      select t.exact_text, t.folded_text from meme_texts t join ${visibleMemes(viewer, 'offered')} on m.id = t.meme_id
      where t.folded @@ array_to_tsvector(array[w.word])::text::tsquery limit ${limit}) t`.execute(db)
  return found.rows
}

/** Returns those of the exact words and phrases that occur in a meme that lists may show to the viewer. */
export async function findOccurringPhrases(db: Db, viewer: Viewer, phrases: readonly string[]): Promise<Set<string>> {
  const rows = phrases.map((phrase) => ({
    phrase,
    query: phrase
      .split(' ')
      .map((word) => quoteLexeme(fold(word)))
      .join(' & '),
  }))
  const found = await sql<{ phrase: string }>`
    select p.phrase from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) p (phrase text, query text)
    where exists (
      select from meme_texts t join ${visibleMemes(viewer, 'offered')} on m.id = t.meme_id
      where t.folded @@ p.query::tsquery
        and strpos(' ' || replace(t.exact_text, E'\n', E' \n ') || ' ', ' ' || p.phrase || ' ') > 0)`.execute(db)
  return new Set(found.rows.map(({ phrase }) => phrase))
}
