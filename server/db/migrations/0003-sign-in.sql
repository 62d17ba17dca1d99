create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index sessions_by_user on sessions (user_id, last_used_at desc);
create index sessions_by_expiry on sessions (expires_at);

-- One live code an address and purpose; a resend overwrites it. Kept for unknown addresses too, so that answers are alike.
create table codes (
  email text not null,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  code_hash text not null,
  attempts integer not null default 0,
  sends integer not null default 1,
  expires_at timestamptz(3) not null,
  can_resend_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  consumed_at timestamptz(3),
  primary key (email, purpose)
);
create index codes_by_expiry on codes (expires_at);

create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (provider, subject)
);
create index identities_by_user on identities (user_id);

-- Growing waits after wrong passwords, per account and per network address (both as keyed hashes).
create table throttles (
  key text primary key,
  failures integer not null default 0,
  blocked_until timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
create index throttles_by_age on throttles (updated_at);
