-- Whom a member does not see, and why. A block is two rows, one for each side ('block' and 'blocked-by'), so that one range of
-- the primary key holds everybody whom a member does not see. Muting is one row: the other side notices nothing.
create table hidden_people (
  user_id uuid not null references users on delete cascade,
  person_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('block', 'blocked-by', 'mute')),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, person_id, reason),
  check (user_id <> person_id)
);
create index hidden_people_by_person on hidden_people (person_id);
create index hidden_people_newest on hidden_people (user_id, reason, created_at desc, person_id desc);
