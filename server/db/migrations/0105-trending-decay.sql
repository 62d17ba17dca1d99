-- What is left at one time of a weight of another, the one place where it stands: halved for every `half_life_hours`.
create function trending_decay(since timestamptz, at timestamptz, half_life_hours integer) returns double precision
language sql immutable parallel safe as $$
  select exp(-ln(2::float8) * greatest(0, extract(epoch from at - since)::float8) / (3600 * half_life_hours))
$$;

create or replace function sum_closed_hours_again(memes uuid[], people uuid[]) returns void language sql as $$
  delete from trending_meme_sums where meme_id = any(memes);
  delete from trending_user_sums where user_id = any(people);
  insert into trending_meme_sums (period, meme_id, likes, copies, views, weight, young_weight)
  select b.period, h.meme_id, sum(likes), sum(copies), sum(views),
    sum(weight * trending_decay(h.hour, b.until, b.half_life_hours)), sum(young_weight * trending_decay(h.hour, b.until, b.half_life_hours))
  from meme_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until where h.meme_id = any(memes) group by 1, 2;
  insert into trending_user_sums (period, user_id, likes, copies, views, weight, young_weight)
  select b.period, h.user_id, sum(likes), sum(copies), sum(views),
    sum(weight * trending_decay(h.hour, b.until, b.half_life_hours)), sum(young_weight * trending_decay(h.hour, b.until, b.half_life_hours))
  from user_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until where h.user_id = any(people) group by 1, 2;
$$;
