-- All words of a person's names as one, for several words at once: an index meets them without reading whoever has only one.
create table person_words (
  user_id uuid primary key references users on delete cascade,
  words tsvector not null
);
create index person_words_by_words on person_words using gin (words);

-- Entered at once, as words of memes are (0101-words-entered-at-once.sql): what waits in a list is read by every search.
alter index person_words_by_words set (fastupdate = off);
alter index person_names_by_deletes set (fastupdate = off);
