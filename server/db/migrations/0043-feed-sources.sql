-- Lower bound of the share of viewers who liked or copied, at 90 % confidence (Wilson 1927). The same formula as
-- provenShare in domains/feed/rules.ts; here so that the best are an index range.
create function proven_share(views integer, likes integer, copies integer, dislikes integer) returns double precision
language sql immutable parallel safe as $$
  select case when n = 0 then 0 else
    (s + 2.706025 / (2 * n) - 1.645 * sqrt((s * (1 - s)) / n + 2.706025 / (4 * n * n))) / (1 + 2.706025 / n) end
  from (select n, case when n = 0 then 0 else least(1, (likes + copies)::double precision / n) end as s
    from (select greatest(views, likes + copies + dislikes)::double precision as n) a) b
$$;
create index meme_stats_proven on meme_stats (proven_share(view_count, like_count, copy_count, dislike_count) desc, meme_id desc);

-- What a page needs to know of those before it: creator and template of each meme, and whether anything was left.
alter table feed_pages add column groups text[] not null default '{}';
alter table feed_pages add column has_more boolean not null default true;

-- Memes that look alike, found once when a meme's vector is there: a page of the feed then asks no vector index.
create table meme_alike (
  meme_id uuid not null references memes on delete cascade,
  other_id uuid not null references memes on delete cascade,
  likeness real not null,
  primary key (meme_id, other_id)
);
create index meme_alike_by_other on meme_alike (other_id);

-- Memes made from one picture with other words share the id of the first of them.
create table meme_templates (
  meme_id uuid primary key references memes on delete cascade,
  template_id uuid not null,
  visual_version integer not null
);
create index meme_templates_by_template on meme_templates (template_id);
