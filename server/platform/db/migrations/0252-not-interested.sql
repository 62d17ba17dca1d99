-- What a member wants less of in their feed: a meme, a template, a person (their ids) or a tag.
create table not_interested (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('meme', 'template', 'user', 'tag')),
  target text not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, kind, target)
);
create index not_interested_newest on not_interested (user_id, created_at desc, kind, target);
create index not_interested_by_target on not_interested (target) where kind <> 'tag';
