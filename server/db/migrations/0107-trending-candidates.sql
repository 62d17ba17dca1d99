-- Sums of closed hours are decayed to one time far ahead (`decayed_to`) instead of to each hour's end: then an hour that closes or leaves
-- changes the rows of what was active in it, not every row. All weights of a list are decayed by the same factor, so their order is
-- that of the rows as they stand, and the first of a list are found by an index.
truncate trending_bases, trending_meme_sums, trending_user_sums;
alter table trending_bases add column decayed_to timestamptz(3) not null;

create index trending_meme_sums_heaviest on trending_meme_sums (period, weight desc);
create index trending_user_sums_heaviest on trending_user_sums (period, weight desc);
-- Votes of young accounts count beside the weight, up to a ceiling.
create index trending_meme_sums_young on trending_meme_sums (period, weight desc) where young_weight > 0;
create index trending_user_sums_young on trending_user_sums (period, weight desc) where young_weight > 0;

create or replace function sum_closed_hours_again(memes uuid[], people uuid[]) returns void language sql as $$
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
