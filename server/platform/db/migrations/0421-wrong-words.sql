-- Memes with words that somebody reported as wrong: one row per meme, without the reporter. A closed row stays, so that the same words
-- are not reported again.
create table wrong_words (
  meme_id uuid primary key references memes on delete cascade,
  words text not null,
  reported_at timestamptz(3) not null default now(),
  closed_at timestamptz(3)
);
create index wrong_words_open on wrong_words (reported_at, meme_id) where closed_at is null;
