-- An operator's model's vectors stand in a table of their own: beside the looks, each would enter the index of looks anew.
alter table meme_vectors drop column meaning, drop column meaning_model;
create table meme_meanings (
  meme_id uuid primary key references memes on delete cascade,
  model text not null,
  -- As many numbers as the model has; null where the picture cannot be decoded.
  meaning halfvec
);

-- The pictures nearest to a text's vector, nearest first, as nearest_memes. Each model has an index of its own, made when the
-- model is first seen (likeness/meaning-queries.ts): its length and its name must stand in the statement to be found.
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
