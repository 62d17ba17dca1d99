-- Sums of memes are kept of contenders alone: those whose weight, with what young accounts gave, reaches the list's floor. All others are below it,
-- and are read from their hours where what they gain could lift them. Without a floor all are kept.
alter table trending_bases add column floor double precision not null default '-infinity';
-- Of all memes that gained anything until now: the next refresh adds them up anew.
-- old code: adds up anew what is missing, as well
truncate trending_bases, trending_meme_sums, trending_user_sums;

create or replace function uncount_in_closed_sums(member uuid) returns void language sql as $$
  update trending_meme_sums s set likes = s.likes - d.likes, copies = s.copies - d.copies, views = s.views - d.views,
    weight = s.weight - d.weight, young_weight = s.young_weight - d.young_weight
  from (
    select b.period, a.meme_id, coalesce(sum(delta) filter (where action = 'like'), 0) as likes,
      coalesce(sum(delta) filter (where action = 'copy'), 0) as copies, coalesce(sum(delta) filter (where action = 'view'), 0) as views,
      sum(weight * trending_decay(date_trunc('hour', a.at), b.decayed_to, b.half_life_hours)) as weight,
      sum(young_weight * trending_decay(date_trunc('hour', a.at), b.decayed_to, b.half_life_hours)) as young_weight
    from actions a join trending_bases b on a.at >= b.begins and a.at < b.until where a.user_id = member group by 1, 2
  ) d where s.period = d.period and s.meme_id = d.meme_id;
  -- What they took back since a period began counts against a meme, and no longer does: it may be a contender now.
  insert into trending_meme_sums (period, meme_id, likes, copies, views, weight, young_weight)
  select b.period, h.meme_id, sum(likes), sum(copies), sum(views),
    sum(weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours)), sum(young_weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours))
  from meme_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until
  where h.meme_id in (select meme_id from actions where user_id = member and (weight < 0 or young_weight < 0)) group by 1, 2
  on conflict do nothing;
  update trending_user_sums s set likes = s.likes - d.likes, copies = s.copies - d.copies, views = s.views - d.views,
    weight = s.weight - d.weight, young_weight = s.young_weight - d.young_weight
  from (
    select b.period, m.user_id, coalesce(sum(delta) filter (where action = 'like'), 0) as likes,
      coalesce(sum(delta) filter (where action = 'copy'), 0) as copies, coalesce(sum(delta) filter (where action = 'view'), 0) as views,
      sum(weight * trending_decay(date_trunc('hour', a.at), b.decayed_to, b.half_life_hours)) as weight,
      sum(young_weight * trending_decay(date_trunc('hour', a.at), b.decayed_to, b.half_life_hours)) as young_weight
    from actions a join memes m on m.id = a.meme_id join trending_bases b on a.at >= b.begins and a.at < b.until
    where a.user_id = member group by 1, 2
  ) d where s.period = d.period and s.user_id = d.user_id;
$$;
