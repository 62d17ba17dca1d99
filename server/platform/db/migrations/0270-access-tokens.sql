-- Personal access tokens: for programs that act as a member. Only the hash of a token is kept.
create table access_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  scopes text[] not null,
  token_hash text not null unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index access_tokens_by_user on access_tokens (user_id, id);
