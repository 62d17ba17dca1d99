-- Links that show one meme or album to people without an account. The token in the address is derived from the id.
create table guest_links (
  id uuid primary key,
  meme_id uuid unique references memes (id) on delete cascade,
  album_id uuid unique references albums (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(meme_id, album_id) = 1)
);
