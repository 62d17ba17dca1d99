-- Whether so many memes have one of some words that the newest `wanted` of them are found faster by walking from the newest meme
-- down than by the index of words. A walk passes wanted / share memes; the index brings share * all of them, each about three
-- times as dear, since they lie apart. Shares are those that ANALYZE found; a word that it does not know is rare. The planner
-- guesses rare words to be commoner than they are, and walks through the whole table for them.
create function walk_is_shorter(attribute name, words text[], wanted integer) returns boolean
language sql stable
as $$
  select coalesce(sum(common.share), 0) ^ 2 * 3 * greatest((select reltuples from pg_class where oid = 'meme_texts'::regclass), 0) > wanted
  from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) common (word, share)
  where s.schemaname = any (current_schemas(false)) and s.tablename = 'meme_texts' and s.attname = attribute
    and common.word = any (words)
$$;

-- The plan of such a function knows no limit, takes a tenth of the table for wanted, and then measures every vector and sorts;
-- without sorting it goes by the index.
create or replace function nearest_memes(target vector, newest uuid, wanted integer)
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
