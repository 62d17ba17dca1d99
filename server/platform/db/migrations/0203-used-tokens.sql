-- Hashes of ID tokens that signed somebody in, until they expire: each signs in once.
create table used_tokens (
  token_hash text primary key,
  expires_at timestamptz(3) not null
);
create index used_tokens_by_expiry on used_tokens (expires_at);
