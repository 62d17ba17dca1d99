-- Like and dislike exclude each other: one row holds one of them. What the action weighs in trending is kept with the state,
-- so that taking the state back takes the same weight back; the weight of young accounts is summed apart, as it has a ceiling.
create table reactions (
  user_id uuid not null references users on delete cascade,
  meme_id uuid not null references memes on delete cascade,
  kind text not null check (kind in ('like', 'dislike')),
  weight double precision not null default 0,
  young_weight double precision not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, meme_id)
);
create index reactions_by_meme on reactions (meme_id, kind);
create index reactions_by_user_time on reactions (user_id, kind, created_at desc);

create table album_items (
  user_id uuid not null references users on delete cascade,
  meme_id uuid not null references memes on delete cascade,
  weight double precision not null default 0,
  young_weight double precision not null default 0,
  added_at timestamptz(3) not null default now(),
  primary key (user_id, meme_id)
);
create index album_items_newest on album_items (user_id, added_at desc, meme_id desc);
create index album_items_by_meme on album_items (meme_id);

-- The last counted view or copy of a viewer, so that a window counts once. The viewer is a member's id or a daily hash.
create table action_windows (
  viewer_key text not null,
  meme_id uuid not null references memes on delete cascade,
  action text not null,
  counted_at timestamptz(3) not null,
  primary key (viewer_key, meme_id, action)
);
create index action_windows_by_time on action_windows (counted_at);
create index action_windows_by_meme on action_windows (meme_id);

-- The ledger: every like, copy, view and album change, append only. delta is -1 where a state is taken back.
create table actions (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  meme_id uuid not null references memes on delete cascade,
  user_id uuid references users on delete cascade,
  viewer_key text not null,
  address_key text,
  action text not null,
  delta smallint not null,
  weight double precision not null default 0,
  young_weight double precision not null default 0,
  source text,
  device text,
  language text
);
create index actions_by_time on actions (at);
create index actions_by_meme_time on actions (meme_id, at desc);
create index actions_by_user_time on actions (user_id, at desc) where user_id is not null;
create index actions_by_viewer_time on actions (viewer_key, at desc);
-- How often a network has acted on a meme today.
create index actions_by_address on actions (address_key, meme_id) where address_key is not null;

-- Sums by hour, kept in the same transaction: what trending and recommendation read.
create table meme_hours (
  meme_id uuid not null references memes on delete cascade,
  hour timestamptz(0) not null,
  views integer not null default 0,
  likes integer not null default 0,
  dislikes integer not null default 0,
  copies integer not null default 0,
  albums integer not null default 0,
  weight double precision not null default 0,
  young_weight double precision not null default 0,
  primary key (meme_id, hour)
) with (fillfactor = 70);
create index meme_hours_by_hour on meme_hours (hour);

create table user_hours (
  user_id uuid not null references users on delete cascade,
  hour timestamptz(0) not null,
  followers integer not null default 0,
  memes integer not null default 0,
  likes integer not null default 0,
  copies integer not null default 0,
  views integer not null default 0,
  weight double precision not null default 0,
  young_weight double precision not null default 0,
  primary key (user_id, hour)
) with (fillfactor = 70);
create index user_hours_by_hour on user_hours (hour);

-- What a member uses most. Points halve every 14 days; kept as the base-2 logarithm of the sum at a fixed epoch, which does
-- not change as time passes (domains/actions/rules.ts).
create table meme_uses (
  user_id uuid not null references users on delete cascade,
  meme_id uuid not null references memes on delete cascade,
  log_point double precision not null,
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, meme_id)
);
create index meme_uses_most on meme_uses (user_id, log_point desc, meme_id desc);
create index meme_uses_by_meme on meme_uses (meme_id);

-- What remains of ledger rows past their retention: totals that identify nobody.
create table action_history (
  day date not null,
  action text not null,
  total bigint not null,
  primary key (day, action)
);
