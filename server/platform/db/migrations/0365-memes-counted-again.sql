-- Numbers of memes had drifted where a deletion by the owner and a removal by a moderator met.
update users u set memes_count = c.memes
from (
  select u.id, count(m.id) filter (where m.status in ('ready', 'hidden') and m.deleted_at is null)::int as memes
  from users u left join memes m on m.user_id = u.id group by u.id
) c where c.id = u.id and u.memes_count <> c.memes;
