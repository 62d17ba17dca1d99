-- Words of the vocabulary that have one of the parts among their one-letter deletions. Each part is a separate lookup in the index: for many at
-- once, the planner overestimates the rows, and for a small vocabulary it reads all words for each part, which takes ten times as long.
create function near_words(words text[], parts text[]) returns table (asked text, word text)
language plpgsql stable rows 20
set enable_seqscan = off
as $$
begin
  return query
    select distinct d.asked, w.found from unnest((select words), (select parts)) d (asked, part)
    cross join lateral (select s.word as found from search_words s where s.deletes @> array[d.part]) w;
end
$$;
