create table follows (
  follower_id uuid not null references users on delete cascade,
  followed_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_followers_newest on follows (followed_id, created_at desc, follower_id desc);
create index follows_following_newest on follows (follower_id, created_at desc, followed_id desc);

-- New followers a person has not been told of yet; one mail an hour gathers them.
create table follower_notices (
  user_id uuid not null references users on delete cascade,
  follower_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, follower_id)
);
