import { type Selectable, sql } from 'kysely'
import { fold, wordsOf } from '#contract/words.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { deletionsOf } from '#server/platform/one-letter-off.ts'
import { shorten } from '../elongation.ts'
import type { PictureWord } from '../queries.ts'
import { alternativeWords, encodeAlternatives, type ReadWordText } from './ocr-alternatives.ts'
import { sharedVocabulary } from './vocabulary-queries.ts'

const VOCABULARY_WORD_CHARS = { min: 2, max: 24 }

const READ_COLUMNS = ['meme_id', 'picture_text', 'picture_words', 'corrections'] as const
const readColumns = sql.raw(READ_COLUMNS.join(', '))

const lexemes = (text: string) => [...new Set(text.split(/\s+/).filter(Boolean))].sort()

/**
 * Rewrites a meme's search texts: name, description, tags, alt text, and the words in its picture with alternatives. Locks the
 * row, so that a concurrent edit and a concurrent reading both take effect.
 */
export const rewriteMemeTexts = (tx: Tx, memeId: string): Promise<void> => rewriteTextsOfMemes(tx, [memeId])

/** Rewrites the search texts of several memes. */
export async function rewriteTextsOfMemes(tx: Tx, ids: string[]): Promise<void> {
  const { rows: read } = await sql<Pick<Selectable<Tables['meme_texts']>, (typeof READ_COLUMNS)[number]>>`${prepared}
    with added as (
      insert into meme_texts (meme_id) select unnest(${arrayOf(ids, 'uuid')}) on conflict do nothing returning ${readColumns}),
    present as (
      select ${readColumns} from meme_texts where meme_id in (select unnest(${arrayOf(ids, 'uuid')})) order by meme_id for update)
    select * from present union all select * from added`.execute(tx)
  const memes = await tx
    .selectFrom('memes')
    .select(['id', 'name', 'description', 'tags', 'alt_text'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(memes.map((meme) => [meme.id, meme]))
  const texts = read.flatMap(({ meme_id, picture_text, picture_words, corrections }) => {
    const meme = byId.get(meme_id)
    const words = corrections > 0 ? speltWords(picture_text) : (picture_words as PictureWord[])
    return meme ? [{ meme_id, ...textsOf({ ...meme, picture_text, words }) }] : []
  })
  if (texts.length === 0) throw new Error('there is no such meme')
  await sql`${prepared}
    update meme_texts t set exact_text = n.exact, folded_text = n.whole,
      folded = array_to_tsvector(n.found), named = array_to_tsvector(n.named)
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as n (meme_id uuid, exact text, whole text, found text[], named text[])
    where t.meme_id = n.meme_id`.execute(tx)
  await insertWords(tx, [...new Set(texts.flatMap(({ found }) => found))].sort())
}

/** Corrected words have no other readings, and marks that they lack are not missing. */
const speltWords = (text: string): ReadWordText[] => text.split(' ').map((word) => ({ text: word, isSpelt: true }))

function textsOf(meme: {
  name: string
  description: string
  tags: string[]
  alt_text: string
  picture_text: string
  words: readonly ReadWordText[]
}) {
  const fields = [meme.name, meme.description, meme.tags.join(' '), meme.alt_text, meme.picture_text].map(wordsOf)
  const alternatives = encodeAlternatives(meme.words)
  const exact = [...fields.map((words) => words.join(' ')), ...(alternatives ? [alternatives] : [])].join('\n')
  const whole = fields.map((words) => words.map(fold).join(' ')).join('\n')
  const found = lexemes([whole, ...alternativeWords(alternatives).map(fold)].join(' '))
  const named = lexemes([...(fields[0] ?? []), ...(fields[2] ?? [])].map(fold).join(' '))
  return { exact, whole, found, named }
}

/** Inserts words in sorted order, so that concurrent uploads lock them in the same order. */
async function insertWords(tx: Tx, words: string[]): Promise<void> {
  const { min, max } = VOCABULARY_WORD_CHARS
  const rows = words
    .filter((word) => word.length >= min && word.length <= max)
    .map((word) => ({ word, shortened: shorten(word), deletes: deletionsOf(word) }))
  if (rows.length === 0) return
  await sql`${prepared}
    insert into search_words (word, stem, deletes)
    select w.word, coalesce((ts_lexize('english_stem', w.shortened))[1], w.shortened), w.deletes
    from (select ${sharedVocabulary} offset 0) held,
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(word text, shortened text, deletes text[])
    on conflict do nothing`.execute(tx)
}

/**
 * Stores the words that the creator of a new meme typed; they stand in for the picture's words until it is read. The caller
 * updates the search texts.
 */
export async function storeTypedWords(tx: Tx, memeId: string, words: PictureWord[]): Promise<void> {
  await storePictureWords(tx, memeId, words, 0)
  await tx
    .updateTable('meme_texts')
    .set({ typed_words: JSON.stringify(words) })
    .where('meme_id', '=', memeId)
    .execute()
}

/** Stores the words read in a picture. The caller updates the search texts. */
export const storePictureWords = (tx: Tx, memeId: string, words: PictureWord[], version: number): Promise<void> =>
  storeWordsOfPictures(tx, [{ id: memeId, words }], version)

/** Stores the words of several pictures. */
export async function storeWordsOfPictures(
  tx: Tx,
  pictures: { id: string; words: PictureWord[] }[],
  version: number,
): Promise<void> {
  const rows = pictures.map(({ id, words }) => ({
    id,
    text: words.map(({ text }) => text).join(' '),
    words: boxesOf(words),
  }))
  await sql`${prepared}
    insert into meme_texts (meme_id, picture_text, picture_words, read_version)
    select n.id, n.text, n.words, ${version}::int
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, text text, words jsonb)
    on conflict (meme_id) do update set picture_text = excluded.picture_text, picture_words = excluded.picture_words,
      read_version = excluded.read_version`.execute(tx)
}

const boxesOf = (words: PictureWord[]) =>
  words.map(({ text, x, y, width, height, others, isSpelt }) => ({
    text,
    ...(others && { others: others.map((other) => ({ text: other.text, chance: fraction(other.chance) })) }),
    ...(isSpelt && { isSpelt }),
    x: fraction(x),
    y: fraction(y),
    width: fraction(width),
    height: fraction(height),
  }))

const fraction = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 1e4) / 1e4
