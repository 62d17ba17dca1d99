-- The secret of a member's authenticator app, encrypted with a key of AUTH_SECRET; it counts once a first code was entered.
create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  secret text not null,
  confirmed_at timestamptz(3),
  -- The time step of the last code that was accepted: each code counts once.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

-- Codes for the day the authenticator is lost, as keyed hashes; each is deleted when it is used.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);
