-- Keys with which chats use the GIF provider. The hash is that of the whole key.
create table gif_keys (
  id uuid primary key,
  name text not null,
  key_hash text not null unique,
  calls bigint not null default 0,
  created_at timestamptz not null default now()
);
