-- The pictures of the most common templates among some memes, as vectors that point like the mean of their pictures: nearest memes by cosine
-- do not depend on the length. Each meme joins the first template whose first picture is at least as alike as the floor.
create function template_vectors(seeds uuid[], floor float8, wanted integer) returns setof vector
language plpgsql stable rows 3
as $$
declare
  firsts vector[] := '{}';
  sums vector[] := '{}';
  counts integer[] := '{}';
  one vector;
  at integer;
begin
  for one in
    select v.visual from unnest(seeds) with ordinality s (id, place) join meme_vectors v on v.meme_id = s.id
    where v.visual is not null order by s.place
  loop
    at := 1;
    while at <= cardinality(firsts) and -(firsts[at] <#> one) < floor loop
      at := at + 1;
    end loop;
    if at > cardinality(firsts) then
      firsts := firsts || one;
      sums := sums || one;
      counts := counts || 1;
    else
      sums[at] := sums[at] + one;
      counts[at] := counts[at] + 1;
    end if;
  end loop;
  return query select s.vector from unnest(sums, counts) with ordinality s (vector, count, place) order by s.count desc, s.place limit wanted;
end
$$;
