-- The best proven memes of a tag, set out by a job, so that a page finds good ones of a kind without reading all of it.
create table tag_shelves (
  tag text not null,
  place smallint not null,
  meme_id uuid not null references memes on delete cascade,
  primary key (tag, place)
);
create index tag_shelves_by_meme on tag_shelves (meme_id);
-- Kinship is measured by another formula from here: what was found by the old one is found anew.
truncate meme_neighbours;
