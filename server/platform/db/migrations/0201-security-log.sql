-- Who signed in, failed to, was refused or changed credentials. Identities are keyed hashes: of the member's id (or of the
-- address that was tried, where it has no member), and of the network.
create table security_events (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  event text not null,
  subject_key text,
  network_key text,
  -- Browser and system without versions.
  device text not null default '',
  -- An error code or a role; never a name.
  detail text not null default ''
);
create index security_events_by_subject on security_events (subject_key, id desc) where subject_key is not null;
create index security_events_by_time on security_events (at);
