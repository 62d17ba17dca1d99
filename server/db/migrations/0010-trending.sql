-- Prepared by a job for all nodes; a page is one index range.
create table trending_memes (
  period text not null check (period in ('24h', '7d', '1m')),
  rank integer not null,
  meme_id uuid not null references memes on delete cascade,
  likes integer not null,
  copies integer not null,
  views integer not null,
  score double precision not null,
  primary key (period, rank)
);
create index trending_memes_by_meme on trending_memes (meme_id);

create table trending_users (
  period text not null check (period in ('24h', '7d', '1m')),
  rank integer not null,
  user_id uuid not null references users on delete cascade,
  followers integer not null,
  memes integer not null,
  likes integer not null,
  copies integer not null,
  views integer not null,
  score double precision not null,
  primary key (period, rank)
);
create index trending_users_by_user on trending_users (user_id);
