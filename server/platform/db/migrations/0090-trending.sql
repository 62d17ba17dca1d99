-- Each refresh writes lists of its own and the last few are kept, so that a reader who continues after a minute neither
-- repeats nor skips.
create table trending_generations (
  generation bigint primary key,
  made_at timestamptz(3) not null default now(),
  took_ms integer not null
);

create table trending_memes (
  generation bigint not null references trending_generations on delete cascade,
  period text not null check (period in ('24h', '7d', '1m')),
  rank integer not null,
  meme_id uuid not null references memes on delete cascade,
  likes integer not null,
  copies integer not null,
  views integer not null,
  score double precision not null,
  primary key (generation, period, rank)
);
create index trending_memes_by_meme on trending_memes (meme_id);

create table trending_users (
  generation bigint not null references trending_generations on delete cascade,
  period text not null check (period in ('24h', '7d', '1m')),
  rank integer not null,
  user_id uuid not null references users on delete cascade,
  followers integer not null,
  memes integer not null,
  likes integer not null,
  copies integer not null,
  views integer not null,
  score double precision not null,
  primary key (generation, period, rank)
);
create index trending_users_by_user on trending_users (user_id);

-- What closed hours add up to for each list, so that a refresh reads the open hours and not a month. Weights are decayed to
-- one time far ahead (`decayed_to`): the order of a list is then that of the rows as they stand, and an index has it.
create table trending_bases (
  period text primary key check (period in ('24h', '7d', '1m')),
  half_life_hours integer not null,
  begins timestamptz(3) not null,
  until timestamptz(3) not null,
  decayed_to timestamptz(3) not null
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
create index trending_meme_sums_heaviest on trending_meme_sums (period, weight desc);
-- Votes of young accounts count beside the weight, up to a ceiling.
create index trending_meme_sums_young on trending_meme_sums (period, weight desc) where young_weight > 0;

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
create index trending_user_sums_heaviest on trending_user_sums (period, weight desc);
create index trending_user_sums_young on trending_user_sums (period, weight desc) where young_weight > 0;

-- What is left at one time of a weight of another: halved every `half_life_hours`.
create function trending_decay(since timestamptz, at timestamptz, half_life_hours integer) returns double precision
language sql immutable parallel safe as $$
  select exp(-ln(2::float8) * greatest(0, extract(epoch from at - since)::float8) / (3600 * half_life_hours))
$$;

-- For whoever changes hours that are closed already: sums up anew what these memes and people gained.
create function sum_closed_hours_again(memes uuid[], people uuid[]) returns void language sql as $$
  delete from trending_meme_sums where meme_id = any(memes);
  delete from trending_user_sums where user_id = any(people);
  insert into trending_meme_sums (period, meme_id, likes, copies, views, weight, young_weight)
  select b.period, h.meme_id, sum(likes), sum(copies), sum(views),
    sum(weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours)), sum(young_weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours))
  from meme_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until where h.meme_id = any(memes) group by 1, 2;
  insert into trending_user_sums (period, user_id, likes, copies, views, weight, young_weight)
  select b.period, h.user_id, sum(likes), sum(copies), sum(views),
    sum(weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours)), sum(young_weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours))
  from user_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until where h.user_id = any(people) group by 1, 2;
$$;
