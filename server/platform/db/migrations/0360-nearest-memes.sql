-- Half the breadth of the scan: it reads half the pages, and finds the same memes wherever a picture has others that look like it. How many rows
-- come is said, or memes joined to them are read whole: without it a thousand are expected.
create or replace function nearest_memes(target vector, newest uuid, wanted integer)
returns table (meme_id uuid, likeness float8)
language sql stable rows 100
set hnsw.ef_search = 100
set hnsw.iterative_scan = 'strict_order'
set enable_sort = off
as $$
  select v.meme_id, 1 - (v.visual <=> target)
  from meme_vectors v
  where v.meme_id <= newest
  order by v.visual <=> target
  limit wanted
$$;
