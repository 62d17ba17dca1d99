-- Pictures that an import downloaded from another site, so that the next run does not download them again.
create table imported_items (
  key text primary key,
  meme_id uuid not null references memes on delete cascade
);
create index imported_items_by_meme on imported_items (meme_id);
