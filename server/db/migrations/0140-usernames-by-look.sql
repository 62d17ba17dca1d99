-- How usernames look (domains/users/username-keys.ts): one that looks like a taken one cannot be taken. Code fills this for
-- the members there are, the oldest first; where two of them look alike already, both keep their names.
create table username_skeletons (
  skeleton text primary key,
  user_id uuid not null references users on delete cascade
);
create index username_skeletons_by_user on username_skeletons (user_id);

-- An address is the same in whichever form its letters were composed.
update users u set email = n.email
from (
  select distinct on (lower(normalize(email, nfkc))) id, lower(normalize(email, nfkc)) as email from users
  where email is not null order by lower(normalize(email, nfkc)), email_verified_at nulls last, id
) n
where n.id = u.id and n.email <> u.email and not exists (select from users o where o.email = n.email);
