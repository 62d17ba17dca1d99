-- The memes at least as alike as a floor, at most `wanted`. A scan of 60 finds them all if the last one is below the floor, in half the time of
-- `nearest_memes`, which continues for templates with more memes.
create function memes_alike(target vector, newest uuid, floor float8, wanted integer)
returns table (meme_id uuid, likeness float8)
language plpgsql stable rows 100
set hnsw.ef_search = 60
set enable_sort = off
as $$
declare
  ids uuid[];
  likenesses float8[];
begin
  select array_agg(n.id), array_agg(n.likeness) into ids, likenesses from (
    select v.meme_id as id, 1 - (v.visual <=> target) as likeness from meme_vectors v
    where v.meme_id <= newest order by v.visual <=> target limit 60
  ) n;
  if likenesses[cardinality(likenesses)] < floor then
    return query select n.id, n.likeness from unnest(ids, likenesses) n (id, likeness) where n.likeness >= floor limit wanted;
  else
    return query select n.meme_id, n.likeness from nearest_memes(target, newest, wanted) n where n.likeness >= floor;
  end if;
end
$$;
