-- Words that left a meme, by deletion, edit or another reading: perhaps no meme has them any more. A sweep looks, and takes those
-- out of the vocabulary, so that nothing that somebody took down can still be read there.
-- A row for each time: two deletions at once never wait for each other, and none is lost to a sweep that is under way.
create table stale_words (id bigint generated always as identity primary key, word text not null);

create function note_stale_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into stale_words (word) select unnest(tsvector_to_array(old.folded));
  else
    insert into stale_words (word) select word from unnest(tsvector_to_array(old.folded)) word where not word = any(tsvector_to_array(new.folded));
  end if;
  return null;
end
$$;
create trigger meme_texts_deleted after delete on meme_texts
  for each row execute function note_stale_words();
create trigger meme_texts_changed after update of folded on meme_texts
  for each row when (old.folded is distinct from new.folded) execute function note_stale_words();

-- What was left behind before.
insert into stale_words (word) select word from search_words;
