-- As before (0095), for memes that must have several words too, and with what the two ways were measured to cost at a million memes: a row
-- that a walk passes 0.3 microseconds, one that the index brings 5, and 25 where its page is not at hand: thirty times as dear, not three.
--
-- How many memes have several words together no statistics know: captions repeat. Where each word by itself is common enough, two thousand
-- of the newest memes and as many from all over the table are looked at, and both must say so: a burst of uploads on one subject would
-- else send every search for it through the whole table. Below 200,000 memes the index is fast enough for several words.
drop function walk_is_shorter(name, text[], integer);
create function walk_is_shorter(attribute name, groups jsonb, asked tsquery, wanted integer) returns boolean
language plpgsql stable
as $$
declare
  memes float8 := (select reltuples from pg_class where oid = 'meme_texts'::regclass);
  several boolean := jsonb_array_length(groups) > 1;
  -- The share of all memes at which both ways cost the same: wanted / share rows passed, thirty times share * memes rows brought.
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
