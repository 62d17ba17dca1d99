-- Hashtags that a member follows: the feed looks for memes with them.
create table tag_follows (
  user_id uuid not null references users on delete cascade,
  tag text not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, tag)
);
