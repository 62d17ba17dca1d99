-- Well-known templates that moderators added, changed, or removed. An entry replaces that of the packs with the same id; null removes it.
create table known_entries (
  id text primary key,
  entry jsonb,
  updated_at timestamptz(3) not null default now()
);
