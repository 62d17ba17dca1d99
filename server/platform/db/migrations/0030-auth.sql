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

-- Registrations that wait for their address to be proved. Several may wait for one address, each with its own name and
-- password; the account is made when a code proves the address. Kept for taken addresses too, so that answers are alike.
create table registrations (
  id uuid primary key,
  email text not null,
  username text not null,
  username_key text not null,
  password_hash text not null,
  content_language text not null check (content_language in ('en', 'vi')),
  accepted_terms_version text,
  -- The network that asked, as a keyed hash.
  network_key text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index registrations_by_email on registrations (email, created_at);
create index registrations_by_network on registrations (network_key, created_at);
create index registrations_by_username on registrations (username_key);
create index registrations_by_expiry on registrations (expires_at);

-- The address that a member wants to change to, until its code is entered.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  created_at timestamptz(3) not null default now()
);

-- Live codes of an address and purpose: one for each registration, network or member that asked (`slot`); a resend overwrites
-- its own. `tries` counts wrong codes for each client (a keyed hash), `attempts` all of them. Kept for unknown addresses too,
-- so that answers are alike.
create table codes (
  email text not null,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'confirm-change')),
  slot text not null default '',
  code_hash text not null,
  attempts integer not null default 0,
  tries jsonb not null default '{}',
  sends integer not null default 1,
  expires_at timestamptz(3) not null,
  can_resend_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  consumed_at timestamptz(3),
  primary key (email, purpose, slot)
);
create index codes_by_expiry on codes (expires_at);

-- A person at a sign-in provider, and the account that it opens.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (provider, subject)
);
create index identities_by_user on identities (user_id);

-- Growing waits after wrong passwords and codes, by keyed hashes of account and network.
create table throttles (
  key text primary key,
  failures integer not null default 0,
  blocked_until timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
create index throttles_by_age on throttles (updated_at);
