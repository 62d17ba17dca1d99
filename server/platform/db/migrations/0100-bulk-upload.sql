create table uploads (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  duplicates text not null default 'skip' check (duplicates in ('skip', 'keep')),
  total_files integer not null,
  -- Counts changes; the id of progress events.
  version integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index uploads_by_user on uploads (user_id, created_at desc);
create index uploads_by_age on uploads (created_at);

-- A file of an upload, with all that a worker on another node needs to take it over: where its bytes are and what they are,
-- whose it is, and until when somebody else holds it.
create table upload_files (
  upload_id uuid not null references uploads on delete cascade,
  index integer not null,
  user_id uuid not null references users on delete cascade,
  file_name text not null,
  name text not null default '',
  description text not null default '',
  idempotency_key text,
  staged_key text,
  source_hash text,
  source_type text,
  bytes integer not null,
  status text not null default 'queued' check (status in ('queued', 'processing', 'done', 'failed')),
  attempts integer not null default 0,
  -- Tries that ended because the bucket or the database was down; they do not count against the file.
  waits integer not null default 0,
  due_at timestamptz(3) not null default now(),
  lease_until timestamptz(3),
  meme_id uuid references memes on delete set null,
  duplicate_of uuid,
  code text,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (upload_id, index)
);
create index upload_files_by_meme on upload_files (meme_id) where meme_id is not null;
-- A file that is sent again after an answer was lost is accepted once. One that failed may be sent again.
create unique index upload_files_by_key on upload_files (user_id, idempotency_key)
  where idempotency_key is not null and status <> 'failed';
create index upload_files_unfinished on upload_files (due_at) where status in ('queued', 'processing');
create index upload_files_staged on upload_files (staged_key) where staged_key is not null;

-- Received files that lie in the bucket until their job is done. Recorded before they are put there, so that a crash leaves
-- none that nobody knows of.
create table staged_objects (
  key text primary key,
  created_at timestamptz(3) not null default now()
);
