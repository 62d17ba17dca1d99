create table memes (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  name text not null,
  description text not null default '',
  alt_text text not null default '',
  tags text[] not null default '{}',
  location text not null check (location in ('quick', 'bulk')),
  -- 'hidden' while its owner is suspended.
  status text not null default 'ready' check (status in ('processing', 'ready', 'hidden', 'removed')),
  language text check (language in ('en', 'vi')),
  blob_origin text not null references blobs (key),
  blob_medium text not null references blobs (key),
  blob_small text not null references blobs (key),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash text not null,
  animated boolean not null default false,
  mime text not null,
  -- The digest of the uploaded bytes, for finding the very same file again.
  source_hash text not null,
  deleted_at timestamptz(3),
  removed_at timestamptz(3),
  removed_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index memes_newest on memes (created_at desc, id desc) where status = 'ready' and deleted_at is null;
create index memes_by_user on memes (user_id, created_at desc, id desc);
-- Without GIN's pending list, which every search would read until a vacuum empties it; the same for the indexes of words.
create index memes_by_tags on memes using gin (tags) with (fastupdate = off);
create index memes_by_source on memes (source_hash);
create index memes_by_blob_origin on memes (blob_origin);
create index memes_by_blob_medium on memes (blob_medium);
create index memes_by_blob_small on memes (blob_small);
create index memes_deleted on memes (deleted_at) where deleted_at is not null;
-- For the sweep, which blocks files that nothing else shows any more.
create index memes_removed on memes (id) where status = 'removed';
-- The few memes that a search must leave out.
create index memes_hidden on memes (id) where status <> 'ready' or deleted_at is not null;

-- Lower bound of the share of viewers who liked or copied, at 90 % confidence (Wilson 1927).
create function proven_share(views integer, likes integer, copies integer, dislikes integer) returns double precision
language sql immutable parallel safe as $$
  select case when n = 0 then 0 else
    (s + 2.706025 / (2 * n) - 1.645 * sqrt((s * (1 - s)) / n + 2.706025 / (4 * n * n))) / (1 + 2.706025 / n) end
  from (select n, case when n = 0 then 0 else least(1, (likes + copies)::double precision / n) end as s
    from (select greatest(views, likes + copies + dislikes)::double precision as n) a) b
$$;

-- Exact counters, apart from the wide row, so that a like rewrites few bytes.
create table meme_stats (
  meme_id uuid primary key references memes on delete cascade,
  view_count integer not null default 0 check (view_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  dislike_count integer not null default 0 check (dislike_count >= 0),
  copy_count integer not null default 0 check (copy_count >= 0),
  album_count integer not null default 0 check (album_count >= 0)
) with (fillfactor = 70);
create index meme_stats_proven on meme_stats (proven_share(view_count, like_count, copy_count, dislike_count) desc, meme_id desc);
