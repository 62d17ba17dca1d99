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
