-- What a meme is found by, as the server's own words (domains/search/rules.ts): five fields, one a line, parted by single spaces.
-- The lexemes are made of them by the server too, so that emoji count and what is asked is cut as what is stored.
drop index meme_texts_trigrams;
alter table meme_texts
  drop column exact,
  add column exact_text text not null default '',
  add column named tsvector not null default '';
create index meme_texts_named on meme_texts using gin (named);
update meme_texts set read_version = 0;

-- Every word that occurs, folded: the spellings that a query may have meant. `deletes` holds the word and what is left of it with
-- one letter out; two words with one of these in common are at most two such steps apart.
create table search_words (
  word text primary key,
  stem text not null,
  deletes text[] not null
);
create index search_words_by_stem on search_words (stem);
create index search_words_by_beginning on search_words (word text_pattern_ops);
create index search_words_by_deletes on search_words using gin (deletes);
create index search_words_by_trigrams on search_words using gin (word gin_trgm_ops);
