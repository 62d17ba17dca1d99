-- As before (0095), with what the two ways were measured to cost at a million memes: a row that a walk passes 0.3 microseconds, one that
-- the index brings 5, and 25 where its page is not at hand. Three times as dear was far too little.
create or replace function walk_is_shorter(attribute name, words text[], wanted integer) returns boolean
language sql stable
as $$
  select coalesce(sum(common.share), 0) ^ 2 * 30 * greatest((select reltuples from pg_class where oid = 'meme_texts'::regclass), 0) > wanted
  from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) common (word, share)
  where s.schemaname = any (current_schemas(false)) and s.tablename = 'meme_texts' and s.attname = attribute
    and common.word = any (words)
$$;
