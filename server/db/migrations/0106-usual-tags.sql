-- What a creator's memes are mostly about, and in which share of those with tags: tells of what they publish without any.
create table usual_tags (
  user_id uuid primary key references users on delete cascade,
  tags text[] not null,
  shares real[] not null
);
