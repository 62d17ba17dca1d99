-- A fingerprint is compared cell by cell with the few pictures that look alike; nothing is looked up by it.
drop index meme_fingerprints_coarse;
alter table meme_fingerprints drop column coarse, drop column words;

-- The pictures nearest to a vector, nearest first. A function, because the breadth of the index scan is a setting, and the
-- default of 40 rows is less than a page. Rows above `newest` are left out, so that pages stand while memes are being added.
create function nearest_memes(target vector, newest uuid, wanted integer)
returns table (meme_id uuid, likeness float8)
language sql stable
set hnsw.ef_search = 200
set hnsw.iterative_scan = 'strict_order'
as $$
  select v.meme_id, 1 - (v.visual <=> target)
  from meme_vectors v
  where v.meme_id <= newest
  order by v.visual <=> target
  limit wanted
$$;
