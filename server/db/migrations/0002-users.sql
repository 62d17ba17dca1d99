create table users (
  id uuid primary key,
  username text not null,
  username_key text not null unique,
  email text unique,
  email_verified_at timestamptz(3),
  password_hash text,
  display_name text not null,
  bio text not null default '',
  avatar_large text,
  avatar_small text,
  content_language text not null default 'en' check (content_language in ('en', 'vi')),
  email_notifications boolean not null default true,
  accepted_terms_version text,
  accepted_terms_at timestamptz(3),
  suspended_at timestamptz(3),
  suspended_reason text,
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  memes_count integer not null default 0 check (memes_count >= 0),
  is_demo boolean not null default false,
  last_active_at timestamptz(3) not null default now(),
  inactivity_warned_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index users_by_inactivity on users (last_active_at);
create index users_demo on users (id) where is_demo;

-- Names nobody may take for a while: held by a registration that came to nothing, or left by a deleted account.
create table username_holds (
  username_key text primary key,
  reason text not null check (reason in ('registration', 'deleted')),
  held_until timestamptz(3) not null
);

-- All that is left of a deleted account: a keyed hash, so that signing in can say that it is gone.
create table deleted_accounts (
  email_hash text primary key,
  deleted_at timestamptz(3) not null default now()
);
