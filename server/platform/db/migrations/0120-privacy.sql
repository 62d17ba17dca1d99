-- Copies of a member's data, each a file that its owner can fetch for a week.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'ready', 'failed')),
  file_key text,
  bytes integer,
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  expires_at timestamptz(3)
);
create index data_exports_by_user on data_exports (user_id, created_at desc);
create index data_exports_by_expiry on data_exports (expires_at);
