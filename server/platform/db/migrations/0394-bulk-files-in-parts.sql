-- A declared file is queued without a staged key until its bytes have arrived, at the latest by due_at. It may arrive in parts, which
-- are staged files of their own, in order.
alter table upload_files
  add column part_keys text[] not null default '{}',
  add column received_bytes integer not null default 0;
create index upload_files_awaited on upload_files (user_id) include (received_bytes) where status = 'queued' and staged_key is null;
