-- What closed hours add up to for each list of trending, so that a refresh every minute reads the last two hours and one row
-- for each meme that gained something, not every hour of a month. An hour enters when it closes and leaves when the list
-- has gone past it; weights are decayed to `until`.
create table trending_bases (
  period text primary key check (period in ('24h', '7d', '1m')),
  half_life_hours integer not null,
  begins timestamptz(3) not null,
  until timestamptz(3) not null
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

-- For whoever changes hours that are closed already: adds up anew what these memes and people gained.
create function sum_closed_hours_again(memes uuid[], people uuid[]) returns void language sql as $$
  delete from trending_meme_sums where meme_id = any(memes);
  delete from trending_user_sums where user_id = any(people);
  insert into trending_meme_sums (period, meme_id, likes, copies, views, weight, young_weight)
  select b.period, h.meme_id, sum(likes), sum(copies), sum(views),
    sum(weight * exp(-ln(2::float8) * extract(epoch from b.until - h.hour)::float8 / (3600 * b.half_life_hours))),
    sum(young_weight * exp(-ln(2::float8) * extract(epoch from b.until - h.hour)::float8 / (3600 * b.half_life_hours)))
  from meme_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until where h.meme_id = any(memes) group by 1, 2;
  insert into trending_user_sums (period, user_id, likes, copies, views, weight, young_weight)
  select b.period, h.user_id, sum(likes), sum(copies), sum(views),
    sum(weight * exp(-ln(2::float8) * extract(epoch from b.until - h.hour)::float8 / (3600 * b.half_life_hours))),
    sum(young_weight * exp(-ln(2::float8) * extract(epoch from b.until - h.hour)::float8 / (3600 * b.half_life_hours)))
  from user_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until where h.user_id = any(people) group by 1, 2;
$$;
