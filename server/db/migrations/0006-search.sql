-- What a meme can be found by. Texts are folded by the server (case, tone marks, đ), see domains/search/rules.ts.
create table meme_texts (
  meme_id uuid primary key references memes on delete cascade,
  exact tsvector not null default '',
  folded tsvector not null default '',
  folded_text text not null default '',
  picture_text text not null default '',
  picture_words jsonb not null default '[]',
  read_at timestamptz(3),
  read_version integer not null default 0
);
create index meme_texts_exact on meme_texts using gin (exact);
create index meme_texts_folded on meme_texts using gin (folded);
create index meme_texts_trigrams on meme_texts using gin (folded_text gin_trgm_ops);
create index meme_texts_unread on meme_texts (read_version, meme_id);

-- Likeness without a trained model, and a model's vectors beside it when an operator lays one down.
create table meme_vectors (
  meme_id uuid primary key references memes on delete cascade,
  visual vector(256),
  visual_version integer not null default 0,
  meaning vector,
  meaning_model text
);
create index meme_vectors_visual on meme_vectors using hnsw (visual vector_cosine_ops);

-- Fine fingerprints for near-duplicates, next to the words that a duplicate must share.
create table meme_fingerprints (
  meme_id uuid primary key references memes on delete cascade,
  coarse bigint not null,
  blocks bytea not null,
  words text[] not null default '{}'
);
create index meme_fingerprints_coarse on meme_fingerprints (coarse);
