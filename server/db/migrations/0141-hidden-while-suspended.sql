-- While a member is suspended their memes are hidden: no list or search reads them, since all of these ask for 'ready'.
alter table memes drop constraint memes_status_check;
alter table memes add constraint memes_status_check check (status in ('processing', 'ready', 'hidden', 'removed'));
-- Of a picture: no meme and no member that can be seen shows it.
alter table blobs add column hidden_at timestamptz(3);

update memes m set status = 'hidden' from users u
where u.id = m.user_id and u.suspended_at is not null and m.status = 'ready';

-- Other people's counts are of those who can be seen.
update users u set followers_count = greatest(0, u.followers_count - gone.count)
from (
  select f.followed_id as id, count(*)::int as count from users s join follows f on f.follower_id = s.id
  where s.suspended_at is not null group by 1
) gone where gone.id = u.id;
update users u set following_count = greatest(0, u.following_count - gone.count)
from (
  select f.follower_id as id, count(*)::int as count from users s join follows f on f.followed_id = s.id
  where s.suspended_at is not null group by 1
) gone where gone.id = u.id;
update user_hours h set followers = greatest(0, h.followers - gone.count)
from (
  select f.followed_id as id, date_trunc('hour', f.created_at) as hour, count(*)::int as count
  from users s join follows f on f.follower_id = s.id where s.suspended_at is not null group by 1, 2
) gone where gone.id = h.user_id and gone.hour = h.hour;

update blobs b set hidden_at = now()
where b.key in (
    select unnest(array[m.blob_origin, m.blob_medium, m.blob_small]) from memes m where m.status = 'hidden'
    union select unnest(array[u.avatar_large, u.avatar_small]) from users u where u.suspended_at is not null
  )
  and not exists (select from memes m where m.blob_origin = b.key and m.status = 'ready')
  and not exists (select from memes m where m.blob_medium = b.key and m.status = 'ready')
  and not exists (select from memes m where m.blob_small = b.key and m.status = 'ready')
  and not exists (select from users u where u.avatar_large = b.key and u.suspended_at is null)
  and not exists (select from users u where u.avatar_small = b.key and u.suspended_at is null);
