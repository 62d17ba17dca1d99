create table memes (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  name text not null,
  description text not null default '',
  alt_text text not null default '',
  tags text[] not null default '{}',
  location text not null check (location in ('quick', 'bulk')),
  status text not null default 'ready' check (status in ('processing', 'ready', 'removed')),
  language text check (language in ('en', 'vi')),
  blob_origin text not null references blobs (key),
  blob_medium text not null references blobs (key),
  blob_small text not null references blobs (key),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash text not null,
  animated boolean not null default false,
  mime text not null,
  source_hash text not null,
  deleted_at timestamptz(3),
  removed_at timestamptz(3),
  removed_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index memes_newest on memes (created_at desc, id desc) where status = 'ready' and deleted_at is null;
create index memes_by_user on memes (user_id, created_at desc, id desc);
create index memes_by_tags on memes using gin (tags);
create index memes_by_source on memes (source_hash);
create index memes_by_blob_origin on memes (blob_origin);
create index memes_by_blob_medium on memes (blob_medium);
create index memes_by_blob_small on memes (blob_small);
create index memes_deleted on memes (deleted_at) where deleted_at is not null;

-- Exact counters, apart from the wide row so that a like rewrites few bytes.
create table meme_stats (
  meme_id uuid primary key references memes on delete cascade,
  view_count integer not null default 0 check (view_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  dislike_count integer not null default 0 check (dislike_count >= 0),
  copy_count integer not null default 0 check (copy_count >= 0),
  album_count integer not null default 0 check (album_count >= 0)
) with (fillfactor = 70);
