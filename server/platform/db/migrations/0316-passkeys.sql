-- Public keys of members' passkeys (WebAuthn): bytes as base64url, the key in COSE form.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- The authenticator's own count of its uses; one that goes back is a copy.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  synced boolean not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_by_user on passkeys (user_id, id);

-- Members of whom a passkey is asked after the password.
create table passkey_factors (
  user_id uuid primary key references users on delete cascade,
  created_at timestamptz(3) not null default now()
);

-- Of deleted accounts, by a keyed hash of the credential's id, so that its holder alone learns of the deletion.
create table deleted_passkeys (
  credential_hash text primary key,
  public_key text not null,
  deleted_at timestamptz(3) not null default now()
);
