-- What a meme can be found by: five fields, one a line, words parted by single spaces, as the server splits and folds them
-- (contract/words.ts). exact_text has the OCR alternatives as a sixth line.
create table meme_texts (
  meme_id uuid primary key references memes on delete cascade,
  exact_text text not null default '',
  folded_text text not null default '',
  named tsvector not null default '',
  folded tsvector not null default '',
  picture_text text not null default '',
  picture_words jsonb not null default '[]',
  read_at timestamptz(3),
  read_version integer not null default 0
);
create index meme_texts_named on meme_texts using gin (named) with (fastupdate = off);
create index meme_texts_folded on meme_texts using gin (folded) with (fastupdate = off);
create index meme_texts_unread on meme_texts (read_version, meme_id);

-- Every word that occurs, folded: the spellings that a query may have meant. `deletes` holds the word and what is left of it
-- with one letter out; two words with one of these in common are at most two such steps apart.
create table search_words (
  word text primary key,
  stem text not null,
  deletes text[] not null
);
create index search_words_by_stem on search_words (stem);
create index search_words_by_beginning on search_words (word text_pattern_ops);
create index search_words_by_deletes on search_words using gin (deletes) with (fastupdate = off);
create index search_words_by_trigrams on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

-- Words that left a meme, by deletion, edit or another reading. A sweep removes those that no meme has any more from the
-- vocabulary. A row each time: two deletions never wait for each other, and none is lost to a sweep under way.
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

-- The visual descriptor of a meme's picture, made without a trained model.
create table meme_vectors (
  meme_id uuid primary key references memes on delete cascade,
  visual vector(256),
  visual_version integer not null default 0
);
create index meme_vectors_visual on meme_vectors using hnsw (visual vector_cosine_ops);

-- Cells of light for telling copies of one picture, compared with the few pictures that look alike.
create table meme_fingerprints (
  meme_id uuid primary key references memes on delete cascade,
  blocks bytea not null
);

-- Vectors of an operator's model, in a table of their own: beside the descriptors, each write would enter their index anew.
create table meme_meanings (
  meme_id uuid primary key references memes on delete cascade,
  model text not null,
  -- As many numbers as the model has; null where the picture cannot be decoded.
  meaning halfvec
);

-- The pictures nearest to a vector, nearest first. A function, because the breadth of the index scan is a setting, and the
-- default of 40 rows is less than a page. Its plan knows no limit: without sorting it goes by the index. Rows above `newest`
-- are left out, so that pages stand while memes are being added.
create function nearest_memes(target vector, newest uuid, wanted integer)
returns table (meme_id uuid, likeness float8)
language sql stable
set hnsw.ef_search = 200
set hnsw.iterative_scan = 'strict_order'
set enable_sort = off
as $$
  select v.meme_id, 1 - (v.visual <=> target)
  from meme_vectors v
  where v.meme_id <= newest
  order by v.visual <=> target
  limit wanted
$$;

-- The pictures nearest to a text's vector, nearest first. Each model has an index of its own, made when the model is first
-- seen (likeness/meaning-queries.ts): its length and its name must stand in the statement for the index to be used.
create function nearest_meanings(of_model text, target text, dimensions integer, newest uuid, wanted integer)
returns table (meme_id uuid, likeness float8)
language plpgsql stable
set hnsw.ef_search = 200
set hnsw.iterative_scan = 'strict_order'
as $$
begin
  return query execute format(
    'select v.meme_id, 1 - (v.meaning::halfvec(%1$s) <=> $1::halfvec(%1$s)) from meme_meanings v
     where v.model = %2$L and v.meme_id <= $2 order by v.meaning::halfvec(%1$s) <=> $1::halfvec(%1$s) limit $3',
    dimensions, of_model) using target, newest, wanted;
end
$$;

-- Whether the newest `wanted` memes with words of each group are found faster by a scan by id, from the newest meme down,
-- than by the index of words. A scan passes wanted / share memes; the index brings share * all of them, each about thirty
-- times as dear (0.3 microseconds against 5, and 25 where its page is not in memory). Shares are those that ANALYZE found.
--
-- How many memes have several words together no statistics know. Where each word by itself is common enough, two thousand
-- of the newest memes and as many from all over the table are sampled, and both must say so: after a burst of uploads on one
-- subject the newest alone would send every search for it through the whole table. Below 200,000 memes the index is fast
-- enough for several words.
create function walk_is_shorter(attribute name, groups jsonb, asked tsquery, wanted integer) returns boolean
language plpgsql stable
as $$
declare
  memes float8 := (select reltuples from pg_class where oid = 'meme_texts'::regclass);
  several boolean := jsonb_array_length(groups) > 1;
  -- The share of all memes at which both plans cost the same: wanted / share rows passed, thirty times share * memes rows brought.
  even float8;
  rarest float8;
  sampled float8;
begin
  if memes <= 0 or several and memes < 200000 then
    return false;
  end if;
  even := sqrt(wanted / (30 * memes));
  select min(share) into rarest from (
    select coalesce(sum(common.share), 0) as share
    from jsonb_array_elements(groups) with ordinality g (words, nth)
    left join (
      select c.word, c.share
      from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) c (word, share)
      where s.schemaname = any (current_schemas(false)) and s.tablename = 'meme_texts' and s.attname = attribute
    ) common on g.words ? common.word
    group by g.nth) one;
  if rarest < even or not several then
    return rarest >= even;
  end if;
  execute format(
    'select least(
       (select avg((%1$I @@ $1)::integer) from (select %1$I from meme_texts order by meme_id desc limit 2000) newest),
       (select avg((%1$I @@ $1)::integer) from meme_texts tablesample system (%2$s)))',
    attribute, 200000 / memes) into sampled using asked;
  return coalesce(sampled, 0) >= even;
end
$$;
