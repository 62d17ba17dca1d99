-- Named albums of a member, beside the one that the bookmark of a meme fills (album_items). `position` orders those of a member,
-- from the smallest; a private album is its owner's alone, an unlisted one is for who has its address.
create table albums (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  visibility text not null check (visibility in ('private', 'unlisted', 'public')),
  cover_id uuid references memes on delete set null,
  position integer not null,
  -- When a meme was last added: the albums that saving offers first.
  used_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index albums_by_user on albums (user_id, position, id);
create index albums_by_cover on albums (cover_id) where cover_id is not null;

-- The memes of a named album, from the largest position: the newest come first until somebody moves them.
create table album_memes (
  album_id uuid not null references albums on delete cascade,
  meme_id uuid not null references memes on delete cascade,
  position integer not null,
  added_at timestamptz(3) not null default now(),
  primary key (album_id, meme_id)
);
create index album_memes_by_position on album_memes (album_id, position desc, meme_id);
create index album_memes_by_meme on album_memes (meme_id);
