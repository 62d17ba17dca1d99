-- What closed hours add up to for each list of trending, so that a refresh every minute reads the last two hours and one row
-- for each meme that gained something, not every hour of a month. Made anew once an hour; decay is counted from `until`.
create table trending_bases (
  period text not null check (period in ('24h', '7d', '1m')),
  begins timestamptz(3) not null,
  until timestamptz(3) not null,
  primary key (period)
);

create table trending_meme_sums (
  period text not null references trending_bases on delete cascade,
  meme_id uuid not null references memes on delete cascade,
  likes integer not null,
  copies integer not null,
  views integer not null,
  weight double precision not null,
  young_weight double precision not null,
  primary key (period, meme_id)
);
create index trending_meme_sums_by_meme on trending_meme_sums (meme_id);

create table trending_user_sums (
  period text not null references trending_bases on delete cascade,
  user_id uuid not null references users on delete cascade,
  likes integer not null,
  copies integer not null,
  views integer not null,
  weight double precision not null,
  young_weight double precision not null,
  primary key (period, user_id)
);
create index trending_user_sums_by_user on trending_user_sums (user_id);

-- For whoever changes an hour that is closed already: the next refresh adds up anew.
create function forget_trending_sums() returns void language sql as $$ delete from trending_bases $$;
