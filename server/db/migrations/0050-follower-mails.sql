-- Who was told of a follower stays noted, so that following again and again is no way to send somebody mail.
alter table follower_notices add column told_at timestamptz(3);
create index follower_notices_waiting on follower_notices (user_id, created_at) where told_at is null;
create index follower_notices_by_follower on follower_notices (follower_id);

-- When a person was last written to about followers: the next mail waits an hour from here.
create table follower_mails (
  user_id uuid primary key references users on delete cascade,
  sent_at timestamptz(3) not null
);
