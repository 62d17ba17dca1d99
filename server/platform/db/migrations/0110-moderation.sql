create table reports (
  id uuid primary key,
  meme_id uuid not null references memes on delete cascade,
  reporter_id uuid references users on delete set null,
  reporter_key text not null,
  reason text not null,
  note text not null default '',
  status text not null default 'open' check (status in ('open', 'dismissed', 'upheld')),
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  unique (meme_id, reporter_key)
);
create index reports_open on reports (created_at) where status = 'open';
create index reports_by_reporter on reports (reporter_id) where reporter_id is not null;

-- What the operator did and why; append only.
create table moderation_log (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  action text not null,
  target_kind text not null check (target_kind in ('meme', 'user', 'report')),
  target_id uuid not null,
  reason text not null
);
create index moderation_log_by_target on moderation_log (target_id);

-- One change is allowed: that a target which was deleted for good is no longer named.
create function guard_moderation_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.target_id = '00000000-0000-0000-0000-000000000000'
    and (new.id, new.at, new.action, new.target_kind, new.reason) = (old.id, old.at, old.action, old.target_kind, old.reason)
  then
    return new;
  end if;
  raise exception 'moderation_log is append only';
end $$;
create trigger moderation_log_append_only before update or delete on moderation_log
  for each row execute function guard_moderation_log();
create trigger moderation_log_not_emptied before truncate on moderation_log
  for each statement execute function guard_moderation_log();
