-- What the bell shows a member. What happens again while a row is unread is gathered in it: at most one unread row for a key.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('follow', 'like', 'moderation', 'upload', 'export')),
  gather_key text not null,
  meme_id uuid references memes on delete set null,
  detail jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  read_at timestamptz(3)
);
create unique index notifications_gathered on notifications (user_id, gather_key) where read_at is null;
create index notifications_by_key on notifications (user_id, gather_key);
create index notifications_newest on notifications (user_id, updated_at desc, id desc);
create index notifications_by_meme on notifications (meme_id) where meme_id is not null;
create index notifications_by_age on notifications (updated_at);

-- Who followed or liked.
create table notification_people (
  notification_id uuid not null references notifications on delete cascade,
  person_id uuid not null references users on delete cascade,
  at timestamptz(3) not null default now(),
  primary key (notification_id, person_id)
);
create index notification_people_by_person on notification_people (person_id);

-- Kinds that a member does not want in the bell.
alter table users add column notifications_off text[] not null default '{}';
