-- What a meme was made from in the studio: a template, another meme, or both.
create table meme_origins (
  meme_id uuid primary key references memes on delete cascade,
  template_id uuid references templates on delete set null,
  made_from_id uuid references memes on delete set null
);
create index meme_origins_by_meme on meme_origins (made_from_id, meme_id) where made_from_id is not null;
create index meme_origins_by_template on meme_origins (template_id) where template_id is not null;

-- The words that the maker typed, with their places. Trusted only where the picture was read to say the same.
alter table meme_texts add column typed_words jsonb;

-- Groups that a moderator parted must not become one again.
alter table templates add column split_from uuid references templates on delete set null;
create index templates_by_split on templates (split_from) where split_from is not null;
