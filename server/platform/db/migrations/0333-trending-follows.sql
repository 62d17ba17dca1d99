-- What closed hours brought a person in followers and uploads, beside what votes brought: a refresh reads follows and uploads of the open
-- hours alone. Weights of followers are decayed as those of votes are, and counted beside them, since either is added up anew without the other.
alter table trending_user_sums
  add column followers integer not null default 0,
  add column memes integer not null default 0,
  add column follow_weight double precision not null default 0,
  add column young_follow_weight double precision not null default 0;
-- Until when followers and uploads are added up. Where that is not `until`, a node of the last release refreshed the lists, and all is added up anew.
alter table trending_bases add column follows_until timestamptz(3);

create index trending_user_sums_top on trending_user_sums (period, (weight + follow_weight) desc);
drop index trending_user_sums_heaviest;
-- What counts beside the weight: votes and follows of young accounts, and uploads.
create index trending_user_sums_top_beside on trending_user_sums (period, (weight + follow_weight) desc)
  where young_weight > 0 or young_follow_weight > 0 or memes > 0;
drop index trending_user_sums_young;

-- Follows and uploads that came or went after their hour: the next refresh adds those of closed hours to the sums, and empties the table.
create table trending_changes (
  id bigint generated always as identity primary key,
  -- Whom somebody follows, or who uploaded.
  user_id uuid not null references users on delete cascade,
  at timestamptz(3) not null,
  times smallint not null check (times in (-1, 1)),
  -- When the follower's account was made; null for an upload.
  follower_since timestamptz(3)
);
create index trending_changes_by_user on trending_changes (user_id);

create function note_trending_follow() returns trigger language plpgsql as $$
declare
  follow follows := case when tg_op = 'DELETE' then old else new end;
begin
  -- Where an account is deleted, follows go after it: note_trending_follower has noted them.
  insert into trending_changes (user_id, at, times, follower_since)
  select follow.followed_id, follow.created_at, case when tg_op = 'DELETE' then -1 else 1 end, u.created_at
  from users u where u.id = follow.follower_id and u.suspended_at is null and exists (select from users where id = follow.followed_id);
  return null;
end $$;
create trigger follows_ended after delete on follows for each row
  when (old.created_at > now() - interval '32 days') execute function note_trending_follow();
create trigger follows_of_the_past after insert on follows for each row
  when (new.created_at between now() - interval '32 days' and now() - interval '30 minutes') execute function note_trending_follow();

create function note_trending_follower() returns trigger language plpgsql as $$
begin
  insert into trending_changes (user_id, at, times, follower_since)
  select f.followed_id, f.created_at, tg_argv[0]::smallint, old.created_at
  from follows f where f.follower_id = old.id and f.created_at > now() - interval '32 days'
    and exists (select from users where id = f.followed_id);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger users_follow_no_more before delete on users for each row
  when (old.suspended_at is null) execute function note_trending_follower('-1');
create trigger users_suspended after update of suspended_at on users for each row
  when (old.suspended_at is null and new.suspended_at is not null) execute function note_trending_follower('-1');
create trigger users_unsuspended after update of suspended_at on users for each row
  when (old.suspended_at is not null and new.suspended_at is null) execute function note_trending_follower('1');

create function note_trending_upload() returns trigger language plpgsql as $$
declare
  meme memes := case when tg_op = 'DELETE' then old else new end;
begin
  insert into trending_changes (user_id, at, times)
  select u.id, meme.created_at, tg_argv[0]::smallint from users u where u.id = meme.user_id;
  return null;
end $$;
create trigger memes_of_the_past after insert on memes for each row
  when (new.status = 'ready' and new.deleted_at is null
    and new.created_at between now() - interval '32 days' and now() - interval '30 minutes')
  execute function note_trending_upload('1');
create trigger memes_counted_again after update of status, deleted_at on memes for each row
  when (new.status = 'ready' and new.deleted_at is null and not (old.status = 'ready' and old.deleted_at is null)
    and new.created_at > now() - interval '32 days')
  execute function note_trending_upload('1');
create trigger memes_counted_no_more after update of status, deleted_at on memes for each row
  when (old.status = 'ready' and old.deleted_at is null and not (new.status = 'ready' and new.deleted_at is null)
    and new.created_at > now() - interval '32 days')
  execute function note_trending_upload('-1');
create trigger memes_deleted_count_no_more after delete on memes for each row
  when (old.status = 'ready' and old.deleted_at is null and old.created_at > now() - interval '32 days')
  execute function note_trending_upload('-1');

-- Votes alone are added up anew: followers and uploads stay.
create or replace function recompute_closed_sums(memes uuid[], people uuid[]) returns void language sql as $$
  delete from trending_meme_sums where meme_id = any(memes);
  update trending_user_sums set likes = 0, copies = 0, views = 0, weight = 0, young_weight = 0 where user_id = any(people);
  insert into trending_meme_sums (period, meme_id, likes, copies, views, weight, young_weight)
  select b.period, h.meme_id, sum(likes), sum(copies), sum(views),
    sum(weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours)), sum(young_weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours))
  from meme_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until where h.meme_id = any(memes) group by 1, 2;
  insert into trending_user_sums (period, user_id, likes, copies, views, weight, young_weight)
  select b.period, h.user_id, sum(likes), sum(copies), sum(views),
    sum(weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours)), sum(young_weight * trending_decay(h.hour, b.decayed_to, b.half_life_hours))
  from user_hours h join trending_bases b on h.hour >= b.begins and h.hour < b.until where h.user_id = any(people) group by 1, 2
  on conflict (period, user_id) do update set likes = excluded.likes, copies = excluded.copies, views = excluded.views,
    weight = excluded.weight, young_weight = excluded.young_weight;
$$;

-- Whoever gained and lost as much leaves the sums.
create index trending_user_sums_empty on trending_user_sums (user_id)
  where likes = 0 and copies = 0 and views = 0 and followers = 0 and memes = 0;

-- As before, without numbers of any length on the way: date_part answers a double, extract does not.
create or replace function trending_decay(since timestamptz, at timestamptz, half_life_hours integer) returns double precision
language sql immutable parallel safe as $$
  select exp(-ln(2::float8) * greatest(0, date_part('epoch', at - since)) / (3600 * half_life_hours))
$$;
