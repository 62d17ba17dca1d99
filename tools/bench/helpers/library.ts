import { sql } from 'kysely'
import { fold, wordsOf } from '#contract/words.ts'
import {
  alternativeWords,
  encodeAlternatives,
  type ReadWordText,
} from '#server/domains/search/indexing/ocr-alternatives.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deletionsOf } from '#server/platform/one-letter-off.ts'

/** A meme without files, with the fields that search reads. */
export interface LibraryMeme {
  id: string
  name: string
  /** The words read in its picture. */
  picture?: readonly ReadWordText[]
  vector?: number[]
}

const FIELDS_AFTER_NAME = 3

/**
 * Inserts memes into the tables that search reads, by SQL; `user` owns them all. One in a hundred is animated, one in fifty has
 * the tag "rare". Pass a few thousand at a time.
 */
export async function insertLibrary(db: Db, user: string, memes: LibraryMeme[]): Promise<void> {
  const ids = memes.map(({ id }) => id)
  // Each meme has its own file, by name, since memes with the same file count as copies of each other.
  await sql`insert into blobs (key, bytes, mime) select id, 1, 'image/webp' from unnest(${ids}::text[]) id`.execute(db)
  await sql`insert into memes (id, user_id, name, location, animated, tags, blob_origin, blob_medium, blob_small, width, height, thumbhash, mime, source_hash)
    select r.id, ${user}, r.name, 'bulk', r.nth % 100 = 0, case when r.nth % 50 = 0 then '{rare}'::text[] else '{}' end, r.id::text, r.id::text, r.id::text, 480, 400, '', 'image/webp', r.id::text
    from unnest(${ids}::uuid[], ${memes.map(({ name }) => name)}::text[]) with ordinality r (id, name, nth)`.execute(db)
  await sql`insert into meme_stats (meme_id) select unnest(${ids}::uuid[])`.execute(db)
  await insertWordsAndVectors(db, memes)
}

/** Inserts the words and vectors that search reads, for existing memes. */
export async function insertWordsAndVectors(db: Db, memes: LibraryMeme[]): Promise<void> {
  const ids = memes.map(({ id }) => id)
  const alternatives = memes.map(({ picture = [] }) => encodeAlternatives(picture))
  const words = memes.map(({ name, picture = [] }) => ({ name: wordsOf(name), picture: wordsOf(textOf(picture)) }))
  const lines = (change: (word: string) => string) =>
    words.map(({ name, picture }) =>
      [name, ...Array.from({ length: FIELDS_AFTER_NAME }, () => [] as string[]), picture]
        .map((field) => field.map(change).join(' '))
        .join('\n'),
    )
  const exact = lines((word) => word).map((line, index) =>
    alternatives[index] ? `${line}\n${alternatives[index]}` : line,
  )
  const folded = lines(fold)
  const found = folded.map(
    (line, index) =>
      `${line} ${alternativeWords(alternatives[index] ?? '')
        .map(fold)
        .join(' ')}`,
  )
  await sql`insert into meme_texts (meme_id, exact_text, folded_text, picture_text, folded, named)
    select r.id, r.exact, r.folded, r.picture, array_to_tsvector(array_remove(regexp_split_to_array(r.found, '\\s+'), '')),
      array_to_tsvector(array_remove(regexp_split_to_array(split_part(r.folded, e'\n', 1), '\\s+'), ''))
    from unnest(${ids}::uuid[], ${exact}::text[], ${folded}::text[], ${found}::text[],
      ${memes.map(({ picture = [] }) => textOf(picture))}::text[]) r (id, exact, folded, found, picture)`.execute(db)
  const seen = memes.filter(({ vector }) => vector !== undefined)
  await sql`insert into meme_vectors (meme_id, visual, visual_version)
    select r.id, r.visual::vector, 1
    from unnest(${seen.map(({ id }) => id)}::uuid[], ${seen.map(({ vector }) => JSON.stringify(vector))}::text[]) r (id, visual)`.execute(
    db,
  )
}

/** All words read, in one line. */
export const textOf = (words: readonly ReadWordText[]) => words.map(({ text }) => text).join(' ')

const WORDS_AT_ONCE = 5000

/** Inserts the vocabulary, as uploads would have done. */
export async function insertVocabulary(db: Db, words: Iterable<string>): Promise<void> {
  const all = [...words].filter((word) => word.length >= 2 && word.length <= 24)
  for (let from = 0; from < all.length; from += WORDS_AT_ONCE) {
    const rows = all.slice(from, from + WORDS_AT_ONCE).map((word) => ({ word, deletes: deletionsOf(word) }))
    await sql`insert into search_words (word, stem, deletes)
      select w.word, coalesce((ts_lexize('english_stem', w.word))[1], w.word), w.deletes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(word text, deletes text[])
      on conflict do nothing`.execute(db)
  }
}
