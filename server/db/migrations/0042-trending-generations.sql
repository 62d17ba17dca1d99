-- Each refresh writes a list of its own and the last few are kept, so that a reader who goes on after a minute neither
-- repeats nor skips.
create table trending_generations (
  generation bigint primary key,
  made_at timestamptz(3) not null default now(),
  took_ms integer not null
);
truncate trending_memes, trending_users;
alter table trending_memes drop constraint trending_memes_pkey;
alter table trending_memes add column generation bigint not null references trending_generations on delete cascade;
alter table trending_memes add primary key (generation, period, rank);
alter table trending_users drop constraint trending_users_pkey;
alter table trending_users add column generation bigint not null references trending_generations on delete cascade;
alter table trending_users add primary key (generation, period, rank);
create index follows_by_time on follows (created_at);
