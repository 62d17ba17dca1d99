-- A member who is deleted takes their own votes out of the sums of closed hours: adding up anew what others gave to the same memes and
-- people would read all of their hours.

-- Holds the hours that are closed as they are until the transaction ends; a refresh of trending takes the same lock for itself.
create function hold_closed_sums() returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('trending', 0));
$$;

create function uncount_in_closed_sums(member uuid) returns void language sql as $$
  update trending_meme_sums s set likes = s.likes - d.likes, copies = s.copies - d.copies, views = s.views - d.views,
    weight = s.weight - d.weight, young_weight = s.young_weight - d.young_weight
  from (
    select b.period, a.meme_id, coalesce(sum(delta) filter (where action = 'like'), 0) as likes,
      coalesce(sum(delta) filter (where action = 'copy'), 0) as copies, coalesce(sum(delta) filter (where action = 'view'), 0) as views,
      sum(weight * trending_decay(date_trunc('hour', a.at), b.decayed_to, b.half_life_hours)) as weight,
      sum(young_weight * trending_decay(date_trunc('hour', a.at), b.decayed_to, b.half_life_hours)) as young_weight
    from actions a join trending_bases b on a.at >= b.begins and a.at < b.until where a.user_id = member group by 1, 2
  ) d where s.period = d.period and s.meme_id = d.meme_id;
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
