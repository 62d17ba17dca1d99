-- A page of one visit, fixed when it is first asked for: the same cursor gives the same page, on every node. `previous`
-- chains the pages of a visit, so that none repeats.
create table feed_pages (
  id uuid primary key,
  visit_id uuid not null,
  page integer not null,
  user_id uuid references users on delete cascade,
  meme_ids uuid[] not null,
  reasons text[] not null,
  created_at timestamptz(3) not null default now(),
  unique (visit_id, page)
);
create index feed_pages_by_age on feed_pages (created_at);

create table feed_seen (
  user_id uuid not null references users on delete cascade,
  meme_id uuid not null references memes on delete cascade,
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, meme_id)
);
create index feed_seen_by_age on feed_seen (seen_at);
create index feed_seen_by_meme on feed_seen (meme_id);

-- Item-to-item neighbours by shared taste, recomputed by a job.
create table meme_neighbours (
  meme_id uuid not null references memes on delete cascade,
  neighbour_id uuid not null references memes on delete cascade,
  weight real not null,
  primary key (meme_id, neighbour_id)
);
create index meme_neighbours_by_neighbour on meme_neighbours (neighbour_id);
