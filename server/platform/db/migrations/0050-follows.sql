create table follows (
  follower_id uuid not null references users on delete cascade,
  followed_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (follower_id, followed_id),
  check (follower_id <> followed_id)
);
create index follows_followers_newest on follows (followed_id, created_at desc, follower_id desc);
create index follows_following_newest on follows (follower_id, created_at desc, followed_id desc);
create index follows_by_time on follows (created_at);

-- Followers that the next digest announces. Rows stay for a while after that, so that following again and again is no way
-- to send somebody mail.
create table follower_notices (
  user_id uuid not null references users on delete cascade,
  follower_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  told_at timestamptz(3),
  primary key (user_id, follower_id)
);
create index follower_notices_waiting on follower_notices (user_id, created_at) where told_at is null;
create index follower_notices_by_follower on follower_notices (follower_id);

-- When a person last got a digest: the next one waits an hour from here.
create table follower_mails (
  user_id uuid primary key references users on delete cascade,
  sent_at timestamptz(3) not null
);
