-- How often people corrected the words of a picture; 0 if they were only read.
alter table meme_texts add column corrections integer not null default 0;

-- A reading never replaces corrected words: neither one that began before the correction, nor one by a node of the last release.
create function keep_corrected_words() returns trigger language plpgsql as $$
begin
  new.picture_text := old.picture_text;
  new.picture_words := old.picture_words;
  return new;
end
$$;
create trigger meme_texts_corrected before update of picture_text, picture_words on meme_texts
  for each row when (old.corrections > 0 and new.corrections = old.corrections) execute function keep_corrected_words();

-- The last corrections of the words of each meme.
create table word_corrections (
  id uuid primary key,
  meme_id uuid not null references memes on delete cascade,
  by_moderator boolean not null,
  before text not null,
  after text not null,
  created_at timestamptz(3) not null default now()
);
create index word_corrections_by_meme on word_corrections (meme_id, id);
