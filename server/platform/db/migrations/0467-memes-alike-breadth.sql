-- A scan of 60 missed most memes of a template in one of 2,500 searches; one of 80 missed none.
create or replace function memes_alike(target vector, newest uuid, floor float8, wanted integer)
returns table (meme_id uuid, likeness float8)
language plpgsql stable rows 100
set hnsw.ef_search = 80
set enable_sort = off
as $$
declare
  ids uuid[];
  likenesses float8[];
begin
  select array_agg(n.id), array_agg(n.likeness) into ids, likenesses from (
    select v.meme_id as id, 1 - (v.visual <=> target) as likeness from meme_vectors v
    where v.meme_id <= newest order by v.visual <=> target limit 80
  ) n;
  if likenesses[cardinality(likenesses)] < floor then
    return query select n.id, n.likeness from unnest(ids, likenesses) n (id, likeness) where n.likeness >= floor limit wanted;
  else
    return query select n.meme_id, n.likeness from nearest_memes(target, newest, wanted) n where n.likeness >= floor;
  end if;
end
$$;
