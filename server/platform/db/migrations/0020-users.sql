-- A stored file, named by the hash of its content. Rows that refer to it are its reference count: the sweep removes a blob
-- that no meme and no avatar names, once no upload is about to name it (pending_until).
create table blobs (
  key text primary key,
  bytes integer not null check (bytes >= 0),
  mime text not null,
  pending_until timestamptz(3),
  blocked_at timestamptz(3),
  -- No meme and no member that can be seen shows it: its owner is suspended.
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index blobs_by_pending on blobs (pending_until);

create table users (
  id uuid primary key,
  username text not null,
  username_key text not null unique,
  email text unique,
  email_verified_at timestamptz(3),
  password_hash text,
  display_name text not null,
  bio text not null default '',
  avatar_large text references blobs (key),
  avatar_small text references blobs (key),
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
create index users_by_avatar_large on users (avatar_large) where avatar_large is not null;
create index users_by_avatar_small on users (avatar_small) where avatar_small is not null;

-- How usernames look (domains/users/username-keys.ts): a name that looks like a taken one cannot be taken.
create table username_skeletons (
  skeleton text primary key,
  user_id uuid not null references users on delete cascade
);
create index username_skeletons_by_user on username_skeletons (user_id);

-- What people are found by, folded by the server (domains/users/person-names.ts): username and display name without blanks
-- and signs, and each word of them. `deletes` holds a name and what is left of it with one letter out.
create table person_names (
  user_id uuid not null references users on delete cascade,
  name text not null,
  is_whole boolean not null,
  deletes text[] not null,
  primary key (user_id, name)
);
create index person_names_by_beginning on person_names (name text_pattern_ops);
create index person_names_by_deletes on person_names using gin (deletes) with (fastupdate = off);

-- All words of a person's names as one, for queries of several words.
create table person_words (
  user_id uuid primary key references users on delete cascade,
  words tsvector not null
);
create index person_words_by_words on person_words using gin (words) with (fastupdate = off);

-- Usernames nobody may take for a while, as keyed hashes: of a registration that waits, of a member who changed the name, of
-- a deleted account. `holder` is a keyed hash of the address it was registered with, or of the member who gave it up.
create table username_holds (
  username_key text primary key,
  reason text not null check (reason in ('registration', 'deleted', 'changed')),
  held_until timestamptz(3) not null,
  holder text
);
create index username_holds_by_holder on username_holds (holder) where holder is not null;

-- All that is left of a deleted account: a keyed hash, so that signing in can say that the account was deleted.
create table deleted_accounts (
  email_hash text primary key,
  deleted_at timestamptz(3) not null default now()
);
