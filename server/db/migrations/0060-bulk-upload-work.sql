-- What a worker on another node needs to take a file over: where its bytes are and what they are, whose it is, and until
-- when somebody else holds it.
alter table upload_files
  add column user_id uuid not null references users on delete cascade,
  add column source_hash text,
  add column source_type text,
  add column lease_until timestamptz(3),
  add column due_at timestamptz(3) not null default now();

-- A file that was sent again after an answer was lost is taken once. One that failed may be sent again.
create unique index upload_files_by_key on upload_files (user_id, idempotency_key)
  where idempotency_key is not null and status <> 'failed';
create index upload_files_unfinished on upload_files (due_at) where status in ('queued', 'processing');
create index upload_files_staged on upload_files (staged_key) where staged_key is not null;

-- Received files that lie in the bucket until their job is done. Written down before they are put there, so that a crash
-- leaves none that nobody knows of.
create table staged_objects (
  key text primary key,
  created_at timestamptz(3) not null default now()
);
