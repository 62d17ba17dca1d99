-- A stored file, named by its content. Rows that refer to it are its reference count: the sweep removes a blob that no
-- meme and no avatar names, once no upload is about to name it (pending_until).
create table blobs (
  key text primary key,
  bytes integer not null check (bytes >= 0),
  mime text not null,
  pending_until timestamptz(3),
  blocked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index blobs_by_pending on blobs (pending_until);

alter table users
  add foreign key (avatar_large) references blobs (key),
  add foreign key (avatar_small) references blobs (key);
create index users_by_avatar_large on users (avatar_large) where avatar_large is not null;
create index users_by_avatar_small on users (avatar_small) where avatar_small is not null;
