create table uploads (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  duplicates text not null default 'skip' check (duplicates in ('skip', 'keep')),
  total_files integer not null,
  version integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index uploads_by_user on uploads (user_id, created_at desc);
create index uploads_by_age on uploads (created_at);

create table upload_files (
  upload_id uuid not null references uploads on delete cascade,
  index integer not null,
  file_name text not null,
  name text not null default '',
  description text not null default '',
  idempotency_key text,
  staged_key text,
  bytes integer not null,
  status text not null default 'queued' check (status in ('queued', 'processing', 'done', 'failed')),
  attempts integer not null default 0,
  meme_id uuid references memes on delete set null,
  duplicate_of uuid,
  code text,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (upload_id, index)
);
create index upload_files_by_meme on upload_files (meme_id) where meme_id is not null;
